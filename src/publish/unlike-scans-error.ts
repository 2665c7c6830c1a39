import { BenchError } from "../kernel/bench-error.ts";

/** Two scans were not made alike, so that their difference would say nothing about the models. */
export class UnlikeScansError extends BenchError {
  readonly code = "IB_UNLIKE_SCANS";
  readonly differingParts: readonly string[];

  constructor(first: string, second: string, parts: readonly string[], hint?: string) {
    super(`${first} and ${second} differ in ${parts.join(", ")}.`, {
      hint: hint ?? "Repeat one of them with the corpus, the judge and the settings of the other.",
    });
    this.differingParts = parts;
  }
}
