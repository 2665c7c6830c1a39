import { BenchError } from "../kernel/bench-error.ts";

/** An example names a lexicon that the corpus does not have. */
export class UnknownLexiconError extends BenchError {
  readonly code = "IB_UNKNOWN_LEXICON";

  constructor(lexicon: string, known: readonly string[]) {
    super(`No lexicon is named "${lexicon}".`, { hint: `Known lexicons: ${known.join(", ")}.` });
  }
}
