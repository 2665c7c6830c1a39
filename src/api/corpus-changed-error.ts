import { BenchError } from "../kernel/bench-error.ts";

/** A scan was made with other scenarios, checks or lexicons than there are, so that its questions cannot be asked again. */
export class CorpusChangedError extends BenchError {
  readonly code = "IB_CORPUS_CHANGED";

  constructor(scan: string, parts: readonly string[]) {
    super(`${scan} was made with another corpus: ${parts.join(", ")} changed since.`, {
      hint: "Scan the run again, or name the corpus of that time with --corpus.",
    });
  }
}
