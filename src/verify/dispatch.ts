import type { Route } from "../schema/check.ts";
import { createCorpusVerifier } from "./corpus-verifier.ts";
import { createLlmVerifier } from "./llm-verifier.ts";
import { createRegexVerifier } from "./regex-verifier.ts";
import type { Verifier } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/** The one table from route to verifier. A new route is a compile error until it stands here. */
export function createVerifiers(tools: VerifierTools): Readonly<Record<Route, Verifier>> {
  const regex = createRegexVerifier(tools);
  const llm = createLlmVerifier(tools);
  return {
    lexicon_only: regex,
    regex_with_llm_edge: regex,
    hybrid_llm: llm,
    llm_primary: llm,
    longitudinal_trace: llm,
    extract_then_corpus: createCorpusVerifier(tools),
  };
}
