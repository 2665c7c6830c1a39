/** Finds ways to narrow an interval, with their effect and price: a decision study in the sense of generalizability theory. */
import { halfWidth, type ScoreSource } from "../../measure/judged-estimate.ts";
import { fewest } from "../../stats/power.ts";
import type { VarianceComponent } from "../../stats/variance-components.ts";

/** Counts behind a score. */
export interface StudiedDesign {
  readonly families: number;
  readonly scenarios: number;
  readonly conversations: number;
  readonly judges: number;
  /** Votes per question, if all questions have the same number. */
  readonly votes: number | null;
}

export interface StudyPrices {
  /** Dollars if prices are known and the calls cost money, else calls. */
  readonly unit: "usd" | "calls";
  /** Price of running one conversation. */
  readonly conversation: number;
  /** Price of judging one conversation with one judge. */
  readonly judging: number;
}

export type StudyLever = "scenarios" | "repeats" | "judges" | "votes";

export interface StudyOption {
  readonly lever: StudyLever;
  /** Why this is unknown, and which run would show it. */
  readonly unknown?: string;
  /** Number to add in order to halve the interval; `null` if no number of this alone does. */
  readonly halves: { readonly more: number; readonly price: number | null } | null;
  /** Half-width with unlimited additions. */
  readonly atBest: number | null;
  readonly next: {
    readonly more: number;
    readonly halfWidth: number;
    readonly price: number | null;
    /** Reduction of the half-width per dollar or call. */
    readonly narrowerPerUnit: number | null;
  } | null;
}

export interface DesignStudy {
  readonly halfWidth: number;
  readonly options: readonly StudyOption[];
  /** The option with the largest gain per price at its next step; `null` without prices. */
  readonly best: StudyLever | null;
  /** The same judges in rotation, one judge per conversation; `null` with one judge. */
  readonly rotation: { readonly halfWidth: number; readonly price: number | null } | null;
  readonly unit: StudyPrices["unit"] | null;
}

export interface StudyInput {
  readonly design: StudiedDesign;
  readonly components: readonly VarianceComponent<ScoreSource>[];
  /** Variance parts of the mean, as its interval uses them. */
  readonly parts: { readonly families: number; readonly judges: number | null };
  /** Σ n² / n over the families' sizes: how often a scenario's variance holds that of its family. */
  readonly familyWeight: number;
  /** Variance of a score from one vote per question; `null` if unknown. */
  readonly voteVariance: number | null;
  readonly prices: StudyPrices | null;
}

const MOST: Readonly<Record<StudyLever, number>> = {
  scenarios: 100_000,
  repeats: 1000,
  judges: 1000,
  votes: 1000,
};
const NEXT = { scenarios: 10, repeats: 1, judges: 1, votes: 1 } as const;

/** Lists each single way to a narrower interval. If the data cannot show an effect, the option names the run that would. */
export function studyDesign(input: StudyInput): DesignStudy {
  const { design, prices } = input;
  const now = predict(input, {});
  const levers = Object.keys(MOST) as StudyLever[]; // `MOST` is a constant, so its keys are known.
  const options = levers.map((lever): StudyOption => {
    const unknown = whyUnknown(input, lever);
    if (unknown !== null) return { lever, unknown, halves: null, atBest: null, next: null };
    const width = (more: number) => predict(input, { [lever]: more });
    const price = (more: number) => priceOf(design, prices, lever, more);
    const halving = fewest(1, (more) => width(more) <= now / 2, MOST[lever]);
    const more = NEXT[lever];
    const [next, cost] = [width(more), price(more)];
    return {
      lever,
      halves: halving === null ? null : { more: halving, price: price(halving) },
      atBest: width(MOST[lever]),
      next: {
        more,
        halfWidth: next,
        price: cost,
        narrowerPerUnit: cost === null || cost === 0 ? null : (now - next) / cost,
      },
    };
  });
  const gain = ({ next }: StudyOption) => next?.narrowerPerUnit ?? 0;
  const [best] = options.toSorted((a, b) => gain(b) - gain(a));
  return {
    halfWidth: now,
    options,
    best: best === undefined || gain(best) <= 0 ? null : best.lever,
    rotation:
      design.judges < 2
        ? null
        : {
            halfWidth: predict(input, { inRotation: true }),
            price: prices && design.conversations * prices.judging,
          },
    unit: prices?.unit ?? null,
  };
}

function whyUnknown(input: StudyInput, lever: StudyLever): string | null {
  switch (lever) {
    case "scenarios":
      return null;
    case "repeats":
      return partsOf(input).perConversation === null
        ? "every scenario was had once: run it with two repeats or more"
        : null;
    case "judges":
      return input.design.judges < 2 ? "one judge was asked: scan the same run with another judge" : null;
    case "votes":
      return input.voteVariance === null || input.design.votes === null
        ? "not every question has all its votes: scan with the profile full and three repetitions"
        : null;
  }
}

/** More of one lever; the others stay the same. */
type More = { readonly [Lever in StudyLever]?: number } & { readonly inRotation?: true };

/** Predicts the half-width, in proportion to the current one. */
function predict({ design, parts, ...input }: StudyInput, more: More): number {
  const { fixed, perConversation, perJudging, perVote } = partsOf({ design, parts, ...input });
  const spread = (repeats: number, judgings: number, votes: number) =>
    fixed + (perConversation ?? 0) / repeats + (perJudging + perVote / votes) / (repeats * judgings);
  const { scenarios, conversations, votes } = design;
  const repeats = conversations / scenarios;
  const judges = design.judges + (more.judges ?? 0);
  const before = spread(repeats, design.judges, votes ?? 1);
  const after = spread(
    repeats + (more.repeats ?? 0),
    more.inRotation ? 1 : judges,
    (votes ?? 1) + (more.votes ?? 0),
  );
  const growth = (scenarios + (more.scenarios ?? 0)) / scenarios;
  return halfWidth(
    {
      families: (parts.families / growth) * (before === 0 ? 1 : after / before),
      judges: ((parts.judges ?? 0) * design.judges) / judges,
    },
    { families: design.families * growth, judges },
  );
}

/**
 * Splits the variance of a scenario's mean, ordered by how easily more of a lever reduces it. Variance that cannot be
 * separated stays with the part that is hardest to reduce. Negative variance estimates count as 0.
 */
function partsOf({ components, design, familyWeight, voteVariance }: StudyInput) {
  const parts = { family: 0, scenario: 0, repeat: 0, judge: 0, judge_and_conversation: 0 };
  for (const { sources, variance } of components)
    if (sources[0] !== undefined) parts[sources[0]] = Math.max(0, variance);
  const last = components.find(({ sources }) => sources.includes("judge_and_conversation"))?.sources[0];
  const votes = design.votes ?? 1;
  // Votes are within the last part and cannot exceed it.
  const perVote = last === undefined ? 0 : Math.min(voteVariance ?? 0, parts[last] * votes);
  if (last !== undefined) parts[last] -= perVote / votes;
  return {
    fixed: parts.family * familyWeight + parts.scenario,
    perConversation: components.some(({ sources }) => sources[0] === "repeat") ? parts.repeat : null,
    perJudging: parts.judge_and_conversation,
    perVote,
  };
}

/** Prices the additions. Writing a scenario costs too, but its price is unknown here. */
function priceOf(
  design: StudiedDesign,
  prices: StudyPrices | null,
  lever: StudyLever,
  more: number,
): number | null {
  if (prices === null) return null;
  const { scenarios, conversations, judges, votes } = design;
  const judged = prices.conversation + judges * prices.judging;
  switch (lever) {
    case "scenarios":
      return more * (conversations / scenarios) * judged;
    case "repeats":
      return more * scenarios * judged;
    case "judges":
      return more * conversations * prices.judging;
    case "votes":
      return votes === null ? null : (more * conversations * judges * prices.judging) / votes;
  }
}
