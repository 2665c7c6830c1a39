import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";
import type { LockHolder, RunLockedError } from "./run-locked-error.ts";

const HINTS: Readonly<Record<LockHolder, string>> = {
  alive:
    "One server at a time keeps a batch's labels. Use its links, or stop it with Ctrl-C and name everyone here.",
  "on another machine":
    "From this machine nobody can tell whether it still runs. If it does not, delete the file.",
  unknown: "If no server is open on this batch, delete the file.",
  starting: "Try again.",
};

/** Another server keeps the labels of a review batch. */
export class ReviewLockedError extends BenchError {
  readonly code = "IB_REVIEW_LOCKED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(command: "review serve" | "review adjudicate", locked: RunLockedError) {
    super(`Another \`${command}\` holds this batch: ${locked.who} (${locked.path}).`, {
      cause: locked,
      hint: HINTS[locked.holder],
    });
  }
}
