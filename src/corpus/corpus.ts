import type { Check } from "../schema/check.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId, Jurisdiction, LexiconName, ScenarioId } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import type { ModelCatalog } from "../schema/model-catalog.ts";
import type { ReferenceFact } from "../schema/reference-fact.ts";
import type { RegardConfig } from "../schema/regard-config.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { ScoringConfig } from "../schema/scoring-config.ts";
import type { TagList } from "../schema/tag-list.ts";

/** SHA-256 of each part's content, whatever its files were called and in whatever order they were read. */
export interface PartHashes {
  readonly scenarios: string;
  readonly checks: string;
  readonly lexicons: string;
  readonly rules: string;
  readonly reference: string;
  readonly scoring: string;
  readonly judge: string;
  readonly golden: string;
}

/** A corpus that was read whole and without an error. Maps and lists are sorted by id. */
export interface Corpus {
  readonly root: string;
  readonly version: string;
  /** Not the one that is shipped: its results never enter a public board. */
  readonly private: boolean;
  /** Of all the part hashes. */
  readonly hash: string;
  readonly canary: string;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly tags: TagList;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly facts: readonly ReferenceFact[];
  /** With everything each one extends merged in. */
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly scoring: ScoringConfig;
  readonly judge: JudgeConfig;
  /** `null` in a corpus that does not ask about it. */
  readonly regard: RegardConfig | null;
  readonly models: ModelCatalog;
  /** What every model is told before the first turn. */
  readonly systemPrompt: string;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  readonly partHashes: PartHashes;
}
