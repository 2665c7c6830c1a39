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

/** Coverage was asked for of something that covers nothing. */
export class CoverageOfChecksError extends BenchError {
  readonly code = "IB_COVERAGE_OF_CHECKS";

  constructor(kind: string) {
    super(`There is no coverage of ${kind}.`, { hint: "Run `invisiblebench list checks --coverage`." });
  }
}
