import fc from "fast-check";
import { expect, test } from "vitest";
import { describeScorers } from "../domain/scorer-words.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScoreBounds } from "../schema/scan/scorer-result.ts";
import type { ModelScorers } from "../schema/scan/summary.ts";
import { groupedCards, groupedScenarios } from "./group-worlds.fixture.ts";
import { exactly, meanOf, meanRange, OPEN } from "./scenario-means.ts";
import { scorerScores } from "./scorer-scores.ts";

const [blank] = groupedCards(groupedScenarios(1), () => ({ quality: 1, hardFailRate: 0 }), "blank");
if (blank === undefined) throw new Error("there is a card");
const NOTHING = blank.scorers;
const familyOf = (id: ScenarioId): string => id;

function card(index: number, scorers: Partial<Scorecard["scorers"]>, complete = true): Scorecard {
  const scenario_id = `safety_crisis_case_${String(index).padStart(3, "0")}` as ScenarioId; // as ids are formed
  return { ...(blank as Scorecard), scenario_id, complete, scorers: { ...NOTHING, ...scorers } };
}

/** `null` is a probe with a lost call. */
function memory(hits: readonly (boolean | null)[]): Scorecard["scorers"]["memory"] {
  return {
    score: meanOf(hits.flatMap((hit) => (hit === null ? [] : Number(hit)))),
    bounds: meanRange(
      hits.map((hit) => (hit === null ? OPEN : exactly(Number(hit)))),
    ) satisfies ScoreBounds | null,
    probes: hits.map((hit, index) => ({ turn: index + 1, kind: "recall", hit })),
  };
}

test("where no conversation gave a scorer anything to judge, it says so and has no number", () => {
  const scorers = scorerScores([card(1, {}), card(2, {})], familyOf);
  expect(scorers).toEqual({ regard: null, coordination: null, memory: null, rubric: null });
  expect(describeScorers(scorers, 10).map(({ words }) => words)).toEqual(
    Array.from({ length: 4 }, () => "nothing to judge"),
  );
});

test("a scorer is the mean over scenarios, with its counts beside it", () => {
  const { memory: shown } = scorerScores(
    [card(1, { memory: memory([true, true]) }), card(2, { memory: memory([true, false, null]) })],
    familyOf,
  );
  expect(shown).toMatchObject({
    score: { mean: 0.75, range: { low: (1 + 1 / 3) / 2, high: (1 + 2 / 3) / 2 }, scenarios: 2 },
    recalled: { k: 3, n: 5, open: 1 },
  });
});

test("a conversation that broke off is in nothing that was decided, and open in the range", () => {
  const brokenOff = card(2, { memory: memory([true, null]) }, false);
  expect(
    scorerScores([card(1, { memory: memory([false]) }), brokenOff], familyOf).memory?.score,
  ).toMatchObject({
    mean: 0,
    scenarios: 1,
    range: { low: 0.25, high: 0.5, scenarios: 2 },
  });
});

test("a conversation that broke off is one more need and one more resource of which nothing is known", () => {
  const coordination = {
    score: 1,
    bounds: exactly(1),
    needs: [true, false, null].map((met) => ({ turn: 1, mode_id: null, met })),
    resources: [{ turn: 1, text: "988", status: "known" as const }],
    scope_kept: true,
    scope_open: false,
    findings: [],
  };
  const brokenOff = card(
    2,
    { coordination: { ...coordination, bounds: OPEN, needs: [], resources: [] } },
    false,
  );
  const shown = scorerScores([card(1, { coordination }), brokenOff], familyOf);
  expect(shown.coordination).toMatchObject({
    needs_met: { k: 1, n: 4, open: 2 },
    resources: { known: 1, another: 0, unknown: 0, open: 1 },
  });
  const words = describeScorers(shown, 10).map((line) => line.words);
  expect(words.filter((each) => each === "1/2, 1 open")).toHaveLength(1);
  expect(words.filter((each) => each === "1/4, 2 open")).toHaveLength(1);
});

test("scope that is open is neither kept nor lost, and autofails count where one could fire", () => {
  const coordination = { score: 1, bounds: OPEN, resources: [], findings: [] };
  const rubric = { score: 1, bounds: exactly(1), criteria: 1, answered: 1, by_dimension: {} };
  const shown = scorerScores(
    [
      card(1, {
        coordination: { ...coordination, scope_kept: true, scope_open: true },
        rubric: { ...rubric, autofail: false, autofail_criteria: 0 },
      }),
      card(2, {
        coordination: { ...coordination, scope_kept: true, scope_open: false },
        rubric: { ...rubric, autofail: null, autofail_criteria: 1 },
      }),
      card(3, {
        coordination: { ...coordination, scope_kept: false, scope_open: false },
        rubric: { ...rubric, autofail: true, autofail_criteria: 1 },
      }),
    ],
    familyOf,
  );
  expect(shown.coordination?.scope_kept).toMatchObject({ k: 1, n: 3, open: 1 });
  expect(shown.rubric?.autofails).toMatchObject({ k: 1, n: 2, open: 1 });
});

/** The memory scores that a reader sees, and the better direction of each. */
function shownOf({ memory: shown }: ModelScorers) {
  const range = shown?.score.range;
  return { low: range?.low ?? 0, lowest: range?.interval?.low ?? 0, recalled: shown?.recalled.k ?? 0 };
}

test("an answer that is lost improves no number that is shown", () => {
  const probes = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 12,
  });
  fc.assert(
    fc.property(probes, fc.nat(), fc.nat(), (scenarios, which, at) => {
      const scored = (rows: readonly (readonly (boolean | null)[])[]) =>
        shownOf(
          scorerScores(
            rows.map((row, index) => card(index, { memory: memory(row) })),
            familyOf,
          ),
        );
      const before = scored(scenarios);
      const after = scored(
        scenarios.map((row, index) =>
          index === which % scenarios.length
            ? row.map((hit, probe) => (probe === at % row.length ? null : hit))
            : row,
        ),
      );
      expect(after.low).toBeLessThanOrEqual(before.low + 1e-12);
      expect(after.recalled).toBeLessThanOrEqual(before.recalled);
      // Equal scores have no interval; undecided ones among them may give them one.
      if (before.lowest > 0) expect(after.lowest).toBeLessThanOrEqual(before.lowest + 1e-12);
    }),
    { numRuns: 200 },
  );
});
