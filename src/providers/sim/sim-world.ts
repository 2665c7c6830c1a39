import type { Check } from "../../schema/check.ts";
import type { GoldenCard } from "../../schema/golden-card.ts";
import type { CheckId, LexiconName, ScenarioId } from "../../schema/ids.ts";
import type { Lexicon } from "../../schema/lexicon.ts";
import type { Scenario } from "../../schema/scenario.ts";
import type { LexiconMatcher } from "../../text/lexicon-matcher.ts";

/** What the simulated assistants and the simulated judge know: the corpus, and the labels of its golden cards. */
export interface SimWorld {
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  /** Of these lexicons. */
  readonly matcher: LexiconMatcher;
}
