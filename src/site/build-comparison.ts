import { compareCheckIds, compareSeverities, dimensionNames } from "../domain/dimensions.ts";
import { couldCross } from "../domain/gates.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { compareText } from "../kernel/order.ts";
import { answerScores, compareScores } from "../measure/paired-scores.ts";
import { countHardFails } from "../measure/proportion.ts";
import { familiesIn } from "../measure/scenario-means.ts";
import { worstFirst } from "../report/read-first.ts";
import type { ComparisonAnswer } from "../schema/board/comparison.ts";
import type { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { HardFails } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { briefConversation, isListed, modelBriefs } from "./briefs.ts";
import { madeDifferently } from "./build-line.ts";
import type { Finding } from "./describe-finding.ts";
import { createCellLookup } from "./pages/build-blindspots.ts";
import { sortedChecks } from "./pages/build-index.ts";
import type { Failure, ScanFacts, SiteCard } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-ports.ts";

export type SiteComparison = NonNullable<ReturnType<typeof buildComparison>>;
export type ComparedMeasure = ReturnType<typeof compareMeasures>[number];

export interface ComparedSide {
  readonly facts: ScanFacts;
  readonly modelId: ModelId;
  readonly describe: (failure: Failure) => Finding;
  /** Scorecards over the checks that both sides asked, if these are not all checks. */
  readonly scorecards?: readonly SiteCard[];
}

interface Pair {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly a: SiteCard | undefined;
  readonly b: SiteCard | undefined;
  readonly flipped: readonly { readonly mode_id: CheckId; readonly a: Verdict; readonly b: Verdict }[];
}

/** Two sides, differences in how they were made, and their results. */
export function compareSides(a: ComparedSide, b: ComparedSide, corpus: SiteCorpus) {
  const [briefA, briefB] = [briefOf(a), briefOf(b)];
  if (briefA === undefined || briefB === undefined) return null;
  const { leftOut } = sharedChecks(a.facts.plan, b.facts.plan);
  return {
    a: briefA,
    b: briefB,
    simulated: briefA.simulated || briefB.simulated,
    /** Differences besides the model. If there are any, the model alone does not explain a difference in results. */
    unlike: a.facts === b.facts ? [] : madeDifferently(a.facts.plan, b.facts.plan),
    /** Checks that only one of the scans asked. Measures and lists of checks leave them out. */
    left_out: { a: leftOut.first, b: leftOut.second },
    measures: compareMeasures(cardsOf(a, a.scorecards), cardsOf(b, b.scorecards), corpus),
  };
}

/** Compares two models, or one model in two scans, scenario by scenario; flips come first. */
export function buildComparison(a: ComparedSide, b: ComparedSide, corpus: SiteCorpus) {
  const compared = compareSides(a, b, corpus);
  if (compared === null) return null;
  const compare = bySeverity(corpus);
  const pairs = pairUp(a, b).map((pair) => ({
    ...pair,
    flipped: flips(a, b, pair).toSorted((one, other) => compare(one.mode_id, other.mode_id)),
  }));
  return {
    ...compared,
    checks: compareChecks(a, b, pairs, corpus),
    scenarios: pairs
      .filter(
        (pair) =>
          (pair.a !== undefined && isListed(a.facts, pair.a.transcript_id)) ||
          (pair.b !== undefined && isListed(b.facts, pair.b.transcript_id)),
      )
      .toSorted(
        (one, other) =>
          compareFirst(one.flipped[0]?.mode_id, other.flipped[0]?.mode_id, compare) ||
          other.flipped.length - one.flipped.length ||
          compareText(one.scenarioId, other.scenarioId),
      )
      .map((pair) => ({
        scenario_id: pair.scenarioId,
        title: corpus.scenarios.get(pair.scenarioId)?.title ?? pair.scenarioId,
        repeat: pair.repeat,
        a: pair.a === undefined ? null : briefConversation(pair.a, a.facts, corpus),
        b: pair.b === undefined ? null : briefConversation(pair.b, b.facts, corpus),
        flipped: pair.flipped,
      })),
  };
}

/** Sorts by the most severe flip of each; no flip comes last. */
function compareFirst(
  one: CheckId | undefined,
  other: CheckId | undefined,
  compare: (one: CheckId, other: CheckId) => number,
): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return compare(one, other);
}

function briefOf({ facts, modelId }: ComparedSide) {
  return modelBriefs(facts).find(({ model_id }) => model_id === modelId);
}

function cardsOf({ facts, modelId }: ComparedSide, cards = facts.scorecards): readonly SiteCard[] {
  return cards.filter(({ model_id }) => model_id === modelId);
}

function pairUp(a: ComparedSide, b: ComparedSide): readonly Omit<Pair, "flipped">[] {
  const key = ({ scenario_id, repeat }: SiteCard) => `${scenario_id}.r${repeat}`;
  const [ofA, ofB] = [a, b].map((side) => new Map(cardsOf(side).map((card) => [key(card), card])));
  return [...new Set([...(ofA?.keys() ?? []), ...(ofB?.keys() ?? [])])].flatMap((name) => {
    const cards = { a: ofA?.get(name), b: ofB?.get(name) };
    const one = cards.a ?? cards.b;
    return one === undefined ? [] : { scenarioId: one.scenario_id, repeat: one.repeat, ...cards };
  });
}

/** Checks that failed on one side and did not fail on the other. */
function flips(a: ComparedSide, b: ComparedSide, pair: Omit<Pair, "flipped">): Pair["flipped"] {
  if (pair.a === undefined || pair.b === undefined) return [];
  const ofA = a.facts.verdicts.get(pair.a.transcript_id);
  const ofB = b.facts.verdicts.get(pair.b.transcript_id);
  const flipped = [...(ofA ?? [])].flatMap(([checkId, verdict]) => {
    const other = ofB?.get(checkId);
    const isFlip = other !== undefined && (verdict === "FAIL") !== (other === "FAIL");
    return isFlip ? { mode_id: checkId, a: verdict, b: other } : [];
  });
  return flipped.sort((one, next) => compareCheckIds(one.mode_id, next.mode_id));
}

function compareChecks(a: ComparedSide, b: ComparedSide, pairs: readonly Pair[], corpus: SiteCorpus) {
  const flipped = pairs.flatMap((pair) => pair.flipped);
  const [cellA, cellB] = [createCellLookup(a.facts), createCellLookup(b.facts)];
  const { shared } = sharedChecks(a.facts.plan, b.facts.plan);
  return sortedChecks(corpus)
    .filter(({ id }) => shared.includes(id))
    .flatMap(({ id }) => {
      const own = flipped.filter(({ mode_id }) => mode_id === id);
      const cells = { a: cellA(a.modelId, id), b: cellB(b.modelId, id) };
      if (own.length === 0 && [cells.a, cells.b].every((cell) => cell === null || cell.left_out)) return [];
      const onlyA = own.filter((flip) => flip.a === "FAIL").length;
      const finding = (side: ComparedSide) => {
        const failed = side.facts.failures.filter(
          ({ checkId, modelId }) => checkId === id && modelId === side.modelId,
        );
        const [worst] = own.length === 0 ? [] : worstFirst(failed);
        return worst === undefined ? null : side.describe(worst);
      };
      return {
        mode_id: id,
        ...cells,
        only_a_failed: onlyA,
        only_b_failed: own.length - onlyA,
        a_finding: finding(a),
        b_finding: finding(b),
      };
    })
    .sort(
      (one, other) =>
        Number(flipsOf(one) === 0) - Number(flipsOf(other) === 0) ||
        bySeverity(corpus)(one.mode_id, other.mode_id) ||
        flipsOf(other) - flipsOf(one),
    );
}

/** Most severe first; checks of another corpus last. */
function bySeverity({ checks }: SiteCorpus) {
  return (one: CheckId, other: CheckId) => {
    const [mine, theirs] = [checks.get(one)?.severity, checks.get(other)?.severity];
    if (mine === undefined || theirs === undefined)
      return Number(mine === undefined) - Number(theirs === undefined);
    return compareSeverities(mine, theirs);
  };
}

function flipsOf(row: { readonly only_a_failed: number; readonly only_b_failed: number }): number {
  return row.only_a_failed + row.only_b_failed;
}

const NAMES = { hard_fail: "Lines crossed", overall: "Overall", quality: "Quality before the gate" };

/** b against a on shared scenarios, crossed lines first; p is adjusted for all measures together. */
function compareMeasures(a: readonly SiteCard[], b: readonly SiteCard[], corpus: SiteCorpus) {
  const compared = compareScores({ first: a, second: b }, familiesIn(corpus.scenarios));
  const answers = answerScores(compared);
  return compared
    .map((paired) => {
      const { score, first, second, difference, interval, scenarios } = paired;
      const answered = answers.get(paired);
      return {
        measure: score,
        name: { ...dimensionNames, ...NAMES }[score],
        better: score === "hard_fail" ? ("lower" as const) : ("higher" as const),
        a: first,
        b: second,
        /** b − a, paired by scenario; the range covers every outcome of undecided checks. */
        difference,
        interval,
        /** Two-sided, in the least favourable case, adjusted for the shown measures (Holm). */
        p: answered?.p_holm ?? null,
        answer: ANSWERS[answered?.answer ?? "cannot_tell"],
        scenarios,
        /** For crossed lines: the number of conversations of those scenarios. */
        counted: score === "hard_fail" ? { a: countIn(a, b), b: countIn(b, a) } : null,
      };
    })
    .toSorted((one, other) => Number(other.measure === "hard_fail") - Number(one.measure === "hard_fail"));
}

/** Lines that one side crossed, in scenarios in which both sides could. */
function countIn(own: readonly SiteCard[], others: readonly SiteCard[]): HardFails {
  const shared = new Set(others.filter(couldCross).map(({ scenario_id }) => scenario_id));
  return countHardFails(own.filter(({ scenario_id }) => shared.has(scenario_id)));
}

const ANSWERS = {
  first_better: "a_better",
  second_better: "b_better",
  cannot_tell: "cannot_tell",
} as const satisfies Readonly<Record<ComparisonAnswer, string>>;
