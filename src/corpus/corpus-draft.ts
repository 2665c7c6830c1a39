import type { Check } from "../schema/check.ts";
import type { GoldenSet } from "../schema/golden-card.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import type { ModelCatalog } from "../schema/model-catalog.ts";
import type { ReferenceFile } from "../schema/reference-fact.ts";
import type { RegardConfig } from "../schema/regard-config.ts";
import type { RuleFile } from "../schema/rule-set.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { ScoringConfig } from "../schema/scoring-config.ts";
import type { TagList } from "../schema/tag-list.ts";
import type { Problem } from "./problem.ts";
import type { Artefact } from "./read-artefact.ts";

/** Everything that could be read of a corpus, however broken: what the rules look at. */
export interface CorpusDraft {
  readonly root: string;
  readonly private: boolean;
  readonly canary: Artefact<string>;
  readonly version: Artefact<string>;
  readonly systemPrompt: Artefact<string>;
  readonly tags: Artefact<TagList>;
  readonly scoring: Artefact<ScoringConfig>;
  readonly judge: Artefact<JudgeConfig>;
  readonly models: Artefact<ModelCatalog>;
  /** `null` in a corpus without one: regard is then not scored. */
  readonly regard: Artefact<RegardConfig> | null;
  /** By file name, as are all the lists. */
  readonly scenarios: readonly Artefact<Scenario>[];
  readonly checks: readonly Artefact<Check>[];
  readonly lexicons: readonly Artefact<Lexicon>[];
  readonly golden: readonly Artefact<GoldenSet>[];
  readonly reference: readonly Artefact<ReferenceFile>[];
  readonly rules: readonly Artefact<RuleFile>[];
  /** Files that could not be read, parsed or validated. */
  readonly problems: readonly Problem[];
}

/** Looks at a whole corpus and says what is wrong with it. */
export type CorpusRule = (draft: CorpusDraft) => readonly Problem[];
