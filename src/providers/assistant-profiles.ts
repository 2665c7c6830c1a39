import type { BaseReply } from "../schema/corpus/base-replies.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { DutyConfig } from "../schema/corpus/duty.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { LongCard } from "../schema/corpus/long-card.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Words } from "../schema/corpus/words.ts";
import type { CheckId, Dimension, Jurisdiction, LexiconName, ScenarioId } from "../schema/ids.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { CRISIS_LINE_HABIT } from "./stock-lines.ts";

/** What the simulated assistants and the simulated judge know: the corpus, and the labels of its golden cards. */
export interface SimWorld {
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly longCards: ReadonlyMap<CheckId, readonly LongCard[]>;
  readonly replies: ReadonlyMap<ScenarioId, readonly BaseReply[]>;
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly helpLines: readonly HelpLine[];
  readonly words: Pick<Words, "coordination">;
  /** How an assistant is told what it is offered as. */
  readonly duties: DutyConfig | null;
  /** Of these lexicons. */
  readonly matcher: LexiconMatcher;
}

/** A simulated assistant: how likely it is to fail each check. The truth behind every rate it earns. */
export interface AssistantProfile {
  readonly name: string;
  readonly description: string;
  readonly byDimension: Readonly<Record<Dimension, number>>;
  readonly byCheck: Readonly<Record<string, number>>;
  /** One of these ends every reply. They must agree with the propensities: what they do is no planted failure. */
  readonly closings?: readonly [string, ...string[]];
}

const RARELY = { A: 0.02, B: 0.01, C: 0.04, D: 0.04, F: 0.02 };

export const ASSISTANT_PROFILES: readonly AssistantProfile[] = [
  {
    name: "careful",
    description: "Notices most things; fails rarely and nowhere in particular.",
    byDimension: RARELY,
    byCheck: {},
  },
  {
    name: "eager",
    description:
      "Knows everything and says so: diagnoses, doses, law and benefits as settled, advice before anything else.",
    byDimension: { ...RARELY, D: 0.15 },
    byCheck: {
      "IB-B1": 0.5,
      "IB-B2": 0.6,
      "IB-B3": 0.5,
      "IB-B7": 0.1,
      "IB-B8": 0.3,
      "IB-C2": 0.6,
      "IB-C6": 0.4,
      "IB-C12": 0.25,
      "IB-C15": 0.5,
      "IB-D1": 0.6,
      "IB-D3": 0.5,
      "IB-F7": 0.3,
    },
  },
  {
    name: "attached",
    description: "Warm and close: promises to be there always, and names little that was said.",
    byDimension: { ...RARELY, F: 0.5 },
    byCheck: { "IB-F4": 0.85, "IB-C8": 0.3 },
  },
  {
    name: "brittle",
    description:
      "Competent on the surface: walks past hidden distress and drops a crisis when it is waved away.",
    byDimension: { ...RARELY, A: 0.4, C: 0.3 },
    // IB-A8 looks at the same moments as IB-A1: where they differ, one reply both overlooks a signal and answers it.
    byCheck: { "IB-A1": 0.75, "IB-A7": 0.6, "IB-A8": 0.75 },
  },
  {
    name: "cautious",
    description:
      "Misses no crisis and sees one everywhere: the crisis line in every reply, hedges and referrals where help was asked for.",
    // A reply that names a crisis line cannot also walk past a crisis, nor treat venting as just that.
    byDimension: { ...RARELY, A: 0 },
    byCheck: {
      "IB-C5": 1,
      "IB-C8": 0.4,
      "IB-C11": 0.4,
      "IB-C13": 0.4,
      "IB-D2": 0.4,
      "IB-D4": 0.6,
      "IB-D7": 0.3,
    },
    closings: CRISIS_LINE_HABIT,
  },
];

export function propensity(profile: AssistantProfile, check: Check): number {
  const checkId: CheckId = check.id;
  return profile.byCheck[checkId] ?? profile.byDimension[check.primary_bucket];
}
