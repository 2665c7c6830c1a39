/** Hashes of a corpus by part: the input of a fingerprint. */
import { hashOf } from "../kernel/hash.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Corpus, PartHashes } from "./corpus.ts";

type Parts = Pick<
  Corpus,
  | "scenarioHashes"
  | "checks"
  | "lexicons"
  | "words"
  | "rules"
  | "facts"
  | "helpLines"
  | "scoring"
  | "judge"
  | "regard"
  | "duties"
  | "golden"
  | "longCards"
>;

export function hashParts(parts: Parts): PartHashes {
  return {
    scenarios: hashOf(Object.fromEntries(parts.scenarioHashes)),
    checks: hashOf(Object.fromEntries(parts.checks)),
    // Lexicons are searched with these words, which affect verdicts too.
    lexicons: hashOf({ lexicons: Object.fromEntries(parts.lexicons), words: parts.words }),
    rules: hashOf(Object.fromEntries(parts.rules)),
    reference: hashOf(parts.facts),
    help_lines: hashOf(parts.helpLines),
    scoring: hashOf(parts.scoring),
    // Questions besides the checks are part of a judge's instructions.
    judge: hashOf(
      parts.regard === null && parts.duties === null
        ? parts.judge
        : {
            judge: parts.judge,
            ...(parts.regard === null ? {} : { regard: parts.regard }),
            ...(parts.duties === null ? {} : { duties: parts.duties }),
          },
    ),
    golden: hashOf(
      parts.longCards.size === 0
        ? Object.fromEntries(parts.golden)
        : { short: Object.fromEntries(parts.golden), long: Object.fromEntries(parts.longCards) },
    ),
  };
}

/** Ignores `$schema`: it serves editors and says nothing about the scenario. */
export function scenarioHash(scenario: Scenario): string {
  const { $schema: _, ...content } = scenario;
  return hashOf(content);
}
