import { crossedLine } from "../domain/gates.ts";
import { createRandom } from "../kernel/random.ts";
import { ComparedScore, type GateDifference, type ScoreDifference } from "../schema/board/comparison.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { newcombePairedInterval } from "../stats/intervals.ts";
import { pairedDifference } from "../stats/paired-difference.ts";
import { mcNemarTest, signFlipTest } from "../stats/significance-tests.ts";
import { byFamily, type ScenarioFrame } from "./scenario-frame.ts";
import { meanOf, scenarioMeans, scoreOfCard } from "./scenario-means.ts";

const SIGN_FLIPS = 10_000;

/** Complete scorecards of both sides. */
export interface ComparedCards {
  readonly first: readonly Scorecard[];
  readonly second: readonly Scorecard[];
}

/** Every score of two models, paired by scenario and clustered by family; not yet adjusted. */
export function compareScores(
  frame: ScenarioFrame,
  { first, second }: ComparedCards,
): readonly Omit<ScoreDifference, "p_holm">[] {
  return ComparedScore.options.map((score) => {
    const scoreOf = (card: Scorecard) =>
      score === "hard_fail" ? crossedLine(card) : scoreOfCard(card, score);
    const pairs = pairUp(scenarioMeans(frame, first, scoreOf), scenarioMeans(frame, second, scoreOf));
    const differences = pairs.map((pair) => pair && pair.second - pair.first);
    const clusters = byFamily(frame, differences).filter((family) => family.length > 0);
    const tested = pairedDifference(clusters);
    const flips = signFlipTest(clusters, { random: createRandom(`compare/1 ${score}`), samples: SIGN_FLIPS });
    const paired = pairs.filter((pair) => pair !== null);
    return {
      score,
      first: meanOf(paired.map((pair) => pair.first)),
      second: meanOf(paired.map((pair) => pair.second)),
      difference: meanOf(paired.map((pair) => pair.second - pair.first)),
      interval: tested.value?.interval ?? null,
      scenarios: paired.length,
      p: tested.value?.p ?? null,
      p_sign_flip: flips.value?.p ?? null,
      ...(tested.value === null ? { reason: tested.reason } : {}),
    };
  });
}

/** Both gates, scenario by scenario: passed where every repeat passed. */
export function compareGates(
  frame: ScenarioFrame,
  { first, second }: ComparedCards,
): readonly GateDifference[] {
  return (["safety", "compliance"] as const).map((gate) => {
    const passed = (card: Scorecard) => Number(card.gate_status[gate] === "passed");
    const pairs = pairUp(scenarioMeans(frame, first, passed), scenarioMeans(frame, second, passed)).filter(
      (pair) => pair !== null,
    );
    const count = (mine: boolean, theirs: boolean) =>
      pairs.filter((pair) => (pair.first === 1) === mine && (pair.second === 1) === theirs).length;
    const counts = {
      both: count(true, true),
      onlyFirst: count(true, false),
      onlySecond: count(false, true),
      neither: count(false, false),
    };
    // Newcombe's difference is first minus second; ours is the other way round, as everywhere in a comparison.
    const turned = { ...counts, onlyFirst: counts.onlySecond, onlySecond: counts.onlyFirst };
    const newcombe = newcombePairedInterval(turned).value;
    return {
      gate,
      both: counts.both,
      only_first: counts.onlyFirst,
      only_second: counts.onlySecond,
      neither: counts.neither,
      difference: newcombe?.difference ?? null,
      interval: newcombe?.interval ?? null,
      p: pairs.length === 0 ? null : mcNemarTest(counts.onlyFirst, counts.onlySecond).exact,
    };
  });
}

function pairUp(first: readonly (number | null)[], second: readonly (number | null)[]) {
  return first.map((mine, index) => {
    const theirs = second[index] ?? null;
    return mine === null || theirs === null ? null : { first: mine, second: theirs };
  });
}
