import { BenchError } from "../kernel/bench-error.ts";

/** Two runs hold the same conversation of the same model, and a row could not say which it is about. */
export class SharedTranscriptError extends BenchError {
  readonly code = "IB_SHARED_TRANSCRIPT";

  constructor(transcriptId: string, first: string, other: string) {
    super(`Both ${first} and ${other} hold ${transcriptId}.`, {
      hint: "Scan them one by one, or run the model again with `--repeat`.",
    });
  }
}
