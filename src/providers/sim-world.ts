import type { Check } from "../schema/corpus/check.ts";
import type { DutyConfig } from "../schema/corpus/duty.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { CheckId, Jurisdiction, LexiconName, ScenarioId } from "../schema/ids.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";

/** What the simulated assistants and the simulated judge know: the corpus, and the labels of its golden cards. */
export interface SimWorld {
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  /** How an assistant is told what it is offered as. */
  readonly duties: DutyConfig | null;
  /** Of these lexicons. */
  readonly matcher: LexiconMatcher;
}
