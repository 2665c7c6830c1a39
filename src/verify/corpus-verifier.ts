import { becauseOf } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Verifier } from "./verifier.ts";

/**
 * Will extract claims and check them against the reference facts. Until it does, a check of this route is never
 * passed: it ends UNCLEAR with the cause `route_unavailable`, in the coverage and in the bounds.
 */
export function createCorpusVerifier(): Verifier {
  return {
    version: `corpus/${SCORER_VERSION}`,
    verify: async () => becauseOf("route_unavailable", "UNCLEAR"),
  };
}
