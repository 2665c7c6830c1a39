import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** What is known of whoever holds a lock. */
export type LockHolder = "alive" | "on another machine" | "unknown" | "starting";

const HINTS: Readonly<Record<LockHolder, string>> = {
  alive: "Wait until it ends, or stop it and continue with `--resume`.",
  "on another machine":
    "From this machine nobody can tell whether it still runs. If it does not, delete the file.",
  unknown: "If nothing works on this run, delete the file.",
  starting: "Try again.",
};

/** Another process is writing into the run directory. */
export class RunLockedError extends BenchError {
  readonly code = "IB_RUN_LOCKED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  readonly path: string;
  readonly who: string;
  readonly holder: LockHolder;

  constructor(path: string, who: string, holder: LockHolder) {
    super(`The run is in use by ${who} (${path}).`, { hint: HINTS[holder] });
    this.path = path;
    this.who = who;
    this.holder = holder;
  }
}
