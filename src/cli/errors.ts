import { BenchError, ExitCode } from "../kernel/errors.ts";

/** Ctrl-C. What was answered so far is in the journal. */
export class InterruptedError extends BenchError {
  readonly code = "IB_INTERRUPTED";
  override readonly exitCode = ExitCode.interrupted;

  constructor(resumeCommand: string | undefined) {
    super("Interrupted.", resumeCommand === undefined ? {} : { hint: `Continue with \`${resumeCommand}\`.` });
  }
}

/** The person at the terminal did not want to spend what the plan may cost. */
export class DeclinedError extends BenchError {
  readonly code = "IB_DECLINED";
  override readonly exitCode = ExitCode.incomplete;

  constructor() {
    super("Nothing more was asked, and nothing more was spent.", { hint: "--yes goes on without asking." });
  }
}

/** Money would have been spent where nobody could be asked, and nobody agreed to it. */
export class SpendingNotAgreedError extends BenchError {
  readonly code = "IB_SPENDING_NOT_AGREED";

  constructor(what: string) {
    super(`${what} Nobody can be asked here, so nothing more was.`, {
      hint: "--max-cost-usd sets a ceiling, --yes goes on without one.",
    });
  }
}

/** Something would have been removed for good, and nobody agreed to it. */
export class NotConfirmedError extends BenchError {
  readonly code = "IB_NOT_CONFIRMED";

  constructor(directory: string) {
    super(`${directory} was not deleted: nobody agreed to it.`, { hint: "--yes deletes without asking." });
  }
}

/** Words were to be removed, and nobody was named, or both some conversations and everyone. */
export class NobodyToForgetError extends BenchError {
  readonly code = "IB_NOBODY_TO_FORGET";

  constructor() {
    super("Whose words are to go has to be said, in one way.", {
      hint: "Name conversations as their log calls them, or --all-words for everyone's.",
    });
  }
}

/** Coverage was asked for of something that covers nothing. */
export class CoverageOfChecksError extends BenchError {
  readonly code = "IB_COVERAGE_OF_CHECKS";

  constructor(kind: string) {
    super(`There is no coverage of ${kind}.`, { hint: "Run `invisiblebench list checks --coverage`." });
  }
}

/** A command that works through a queue was not told where it is. */
export class NoQueueError extends BenchError {
  readonly code = "IB_NO_QUEUE";

  constructor() {
    super("There is no address of a queue.", {
      hint: "Put it into INVISIBLEBENCH_QUEUE_URL, or give it with `queue`: postgresql://user@127.0.0.1/invisiblebench",
    });
  }
}

/** What stands behind the @ of a folder are no days. */
export class NotAPeriodError extends BenchError {
  readonly code = "IB_NOT_A_PERIOD";

  constructor(directory: string, typed: string) {
    super(`"${typed}" is no period of ${directory}.`, {
      hint: `Name its first and last day, either of which may be left out: ${directory}@2026-10-01..2026-10-31`,
    });
  }
}

/** A password was typed, where every process of the machine can read it. */
export class TypedPasswordError extends BenchError {
  readonly code = "IB_TYPED_PASSWORD";

  constructor() {
    super("The address of the queue has a password in it, and what is typed can be read by others.", {
      hint: "Put the address into INVISIBLEBENCH_QUEUE_URL, and give `queue` alone.",
    });
  }
}

/** A table was asked for in a format that holds whole conversations, or what is no run in a format that is for it alone. */
export class NotSuchAnExportError extends BenchError {
  readonly code = "IB_NOT_SUCH_AN_EXPORT";

  constructor(problem: string, hint: string) {
    super(problem, { hint });
  }
}

/** `init` was given two words, and the first is nothing that it has an example of. */
export class UnknownExampleError extends BenchError {
  readonly code = "IB_UNKNOWN_EXAMPLE";

  constructor(what: string, known: readonly string[]) {
    super(`There is no example of a "${what}".`, {
      hint: `There are: ${known.join(", ")}.`,
    });
  }
}
