import { defineErrors } from "../kernel/define-errors.ts";
import { defined } from "../kernel/defined.ts";
import { ExitCode } from "../kernel/errors.ts";

export const cliErrors = defineErrors({
  /** Ctrl-C. The journal has all completed calls. */
  IB_INTERRUPTED: (resumeCommand: string | undefined) => [
    "Interrupted.",
    defined({
      hint: resumeCommand && `Continue with \`${resumeCommand}\`.`,
      exitCode: ExitCode.interrupted,
    }),
  ],

  /** The person at the terminal declined the possible cost of the plan. */
  IB_DECLINED: () => [
    "Nothing more was asked, and nothing more was spent.",
    { hint: "--yes goes on without asking.", exitCode: ExitCode.incomplete },
  ],

  /** The command would spend money without approval, and no terminal is there to ask. */
  IB_SPENDING_NOT_AGREED: (what: string) => [
    `${what} Nobody can be asked here, so nothing more was.`,
    "--max-cost-usd sets a ceiling, --yes goes on without one.",
  ],

  /** The command would remove something permanently without approval. */
  IB_NOT_CONFIRMED: (directory: string) => [
    `${directory} was not deleted: nobody agreed to it.`,
    "--yes deletes without asking.",
  ],

  /** Removing words needs either some conversations or everyone, not both. */
  IB_NOBODY_TO_FORGET: () => [
    "Whose words are to go has to be said, in one way.",
    "Name conversations as their log calls them, or --all-words for everyone's.",
  ],

  /** Coverage was requested for a kind that has none. */
  IB_COVERAGE_OF_CHECKS: (kind: string) => [
    `There is no coverage of ${kind}.`,
    "Run `invisiblebench list checks --coverage`.",
  ],

  /** A command that works through a queue got no address for it. */
  IB_NO_QUEUE: () => [
    "There is no address of a queue.",
    "Put it into INVISIBLEBENCH_QUEUE_URL, or give it with `queue`: postgresql://user@127.0.0.1/invisiblebench",
  ],

  /** The text after the @ of a folder is not a period of days. */
  IB_NOT_A_PERIOD: (directory: string, typed: string) => [
    `"${typed}" is not a period of ${directory}.`,
    `Name its first and last day, either of which may be left out: ${directory}@2026-10-01..2026-10-31`,
  ],

  /** A password was typed as a flag, where every process of the machine can read it. */
  IB_TYPED_PASSWORD: () => [
    "The address of the queue has a password in it, and what is typed can be read by others.",
    "Put the address into INVISIBLEBENCH_QUEUE_URL, and give `queue` alone.",
  ],

  /** The format does not fit the request: a table in a format for whole conversations, or another source in a format for runs only. */
  IB_NOT_SUCH_AN_EXPORT: (problem: string, hint: string) => [problem, { hint }],

  /** `init` got two words, and has no example of the first. */
  IB_UNKNOWN_EXAMPLE: (what: string, known: readonly string[]) => [
    `There is no example of a "${what}".`,
    `There are: ${known.join(", ")}.`,
  ],
});
