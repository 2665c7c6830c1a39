import { hashOf } from "../kernel/hash.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Corpus, PartHashes } from "./corpus.ts";

type Parts = Pick<
  Corpus,
  "scenarioHashes" | "checks" | "lexicons" | "rules" | "facts" | "scoring" | "judge" | "regard" | "golden"
>;

export function hashParts(parts: Parts): PartHashes {
  return {
    scenarios: hashOf(Object.fromEntries(parts.scenarioHashes)),
    checks: hashOf(Object.fromEntries(parts.checks)),
    lexicons: hashOf(Object.fromEntries(parts.lexicons)),
    rules: hashOf(Object.fromEntries(parts.rules)),
    reference: hashOf(parts.facts),
    scoring: hashOf(parts.scoring),
    // What judges are asked beside the checks is part of what they are told.
    judge: hashOf(parts.regard === null ? parts.judge : { judge: parts.judge, regard: parts.regard }),
    golden: hashOf(Object.fromEntries(parts.golden)),
  };
}

/** `$schema` serves editors: it says nothing about the scenario. */
export function scenarioHash(scenario: Scenario): string {
  const { $schema: _, ...content } = scenario;
  return hashOf(content);
}
