import { defineErrors } from "../kernel/define-errors.ts";
import { defined } from "../kernel/defined.ts";
import { ExitCode } from "../kernel/errors.ts";

export const cliErrors = defineErrors({
  /** Ctrl-C. What was answered so far is in the journal. */
  IB_INTERRUPTED: (resumeCommand: string | undefined) => [
    "Interrupted.",
    defined({
      hint: resumeCommand && `Continue with \`${resumeCommand}\`.`,
      exitCode: ExitCode.interrupted,
    }),
  ],

  /** The person at the terminal did not want to spend what the plan may cost. */
  IB_DECLINED: () => [
    "Nothing more was asked, and nothing more was spent.",
    { hint: "--yes goes on without asking.", exitCode: ExitCode.incomplete },
  ],

  /** Money would have been spent where nobody could be asked, and nobody agreed to it. */
  IB_SPENDING_NOT_AGREED: (what: string) => [
    `${what} Nobody can be asked here, so nothing more was.`,
    "--max-cost-usd sets a ceiling, --yes goes on without one.",
  ],

  /** Something would have been removed for good, and nobody agreed to it. */
  IB_NOT_CONFIRMED: (directory: string) => [
    `${directory} was not deleted: nobody agreed to it.`,
    "--yes deletes without asking.",
  ],

  /** Words were to be removed, and nobody was named, or both some conversations and everyone. */
  IB_NOBODY_TO_FORGET: () => [
    "Whose words are to go has to be said, in one way.",
    "Name conversations as their log calls them, or --all-words for everyone's.",
  ],

  /** Coverage was asked for of something that covers nothing. */
  IB_COVERAGE_OF_CHECKS: (kind: string) => [
    `There is no coverage of ${kind}.`,
    "Run `invisiblebench list checks --coverage`.",
  ],

  /** A command that works through a queue was not told where it is. */
  IB_NO_QUEUE: () => [
    "There is no address of a queue.",
    "Put it into INVISIBLEBENCH_QUEUE_URL, or give it with `queue`: postgresql://user@127.0.0.1/invisiblebench",
  ],

  /** What stands behind the @ of a folder are no days. */
  IB_NOT_A_PERIOD: (directory: string, typed: string) => [
    `"${typed}" is not a period of ${directory}.`,
    `Name its first and last day, either of which may be left out: ${directory}@2026-10-01..2026-10-31`,
  ],

  /** A password was typed, where every process of the machine can read it. */
  IB_TYPED_PASSWORD: () => [
    "The address of the queue has a password in it, and what is typed can be read by others.",
    "Put the address into INVISIBLEBENCH_QUEUE_URL, and give `queue` alone.",
  ],

  /** A table was asked for in a format that holds whole conversations, or what is no run in a format that is for it alone. */
  IB_NOT_SUCH_AN_EXPORT: (problem: string, hint: string) => [problem, { hint }],

  /** `init` was given two words, and the first is nothing that it has an example of. */
  IB_UNKNOWN_EXAMPLE: (what: string, known: readonly string[]) => [
    `There is no example of a "${what}".`,
    `There are: ${known.join(", ")}.`,
  ],
});
