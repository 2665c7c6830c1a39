import { BenchError } from "../kernel/bench-error.ts";

/** A judged profile was asked for without a judge. Nothing degrades silently. */
export class NoJudgeError extends BenchError {
  readonly code = "IB_NO_JUDGE";

  constructor(profile: string) {
    super(`The profile "${profile}" asks a judge, and no judge was named.`, {
      hint: "Name one with `--judge`, or use `--profile smoke`, which needs none and leaves judged checks UNCLEAR.",
    });
  }
}
