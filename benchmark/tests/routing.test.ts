import { expect, test } from "vitest";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { scenarioTurns } from "../../src/domain/scenarios.ts";
import { routeReplies, routingRates } from "./route-replies.ts";

const replies = await routeReplies();

test("every way at every branch point is shown by replies", () => {
  const shown = new Set(replies.map(({ scenarioId, turn, way }) => `${scenarioId} t${turn} ${way}`));
  const ways = [...corpus.scenarios.values()].flatMap((scenario) =>
    scenarioTurns(scenario).flatMap(({ turn }) =>
      turn.branches === undefined
        ? []
        : ["main", ...turn.branches.map(({ branch_id }) => branch_id)].map(
            (way) => `${scenario.scenario_id} t${turn.t} ${way}`,
          ),
    ),
  );
  expect(ways.filter((way) => !shown.has(way))).toEqual([]);
});

test("every branch point has 20 replies of full length, 10 of them written after its conditions were frozen", () => {
  const points = Map.groupBy(
    replies.filter(({ kind }) => kind !== "short"),
    ({ scenarioId, turn }) => `${scenarioId} t${turn}`,
  );
  expect(points.size).toBe(24);
  for (const [name, some] of points) {
    const frozen = some.filter(({ kind }) => kind === "frozen").length;
    expect([name, some.length >= 20, frozen >= 10]).toEqual([name, true, true]);
  }
});

/** The open ones are what conditions are written on: they say where these still fail, and count in no rate. */
test.each(["short", "frozen"])("of the %s replies few lead wrong, and few into doubt", (kind) => {
  const some = replies.filter((reply) => reply.kind === kind);
  const rates = routingRates(some);
  expect(rates.wrong).toBeLessThanOrEqual(0.03 * rates.replies);
  expect(rates.unsure).toBeLessThanOrEqual(0.15 * rates.replies);
});
