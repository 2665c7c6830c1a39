import type { Check } from "../schema/check.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { ScoringConfig } from "../schema/scoring-config.ts";

/** What the site shows of a corpus. */
export interface SiteCorpus {
  readonly version: string;
  readonly hash: string;
  readonly private: boolean;
  readonly canary: string;
  readonly partHashes: object;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly scoring: ScoringConfig;
  readonly lexicons: { readonly size: number };
  readonly facts: { readonly length: number };
  readonly rules: { readonly size: number };
}
