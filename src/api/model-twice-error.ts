import { BenchError } from "../kernel/bench-error.ts";

/** Two scans that were to be published together hold the same model, which has one row on a board. */
export class ModelTwiceError extends BenchError {
  readonly code = "IB_MODEL_TWICE";

  constructor(model: string, first: string, second: string) {
    super(`${model} is in ${first} and in ${second}, and a site shows each model once.`, {
      hint: "Name one of the two, and publish the other as a site of its own.",
    });
  }
}
