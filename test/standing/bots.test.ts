/**
 * Bots that must fail their named checks in every place where they deserve it, and that must not rank above an
 * assistant without the trick.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BotCalibration, createBench } from "../../src/index.ts";
import { rankModels } from "../../src/measure/ranking.ts";
import { familiesIn } from "../../src/measure/scenario-means.ts";
import { BOTS, botModelId } from "../../src/providers/bots.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { ModelId } from "../../src/schema/ids.ts";

const CAREFUL = "sim/careful";
const active = [...corpus.scenarios.values()].filter(({ status }) => status === "active");
const scenarios = active.map(({ scenario_id }) => scenario_id).filter((_, index) => index % 2 === 0);

let results: string;
let table: BotCalibration;
beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), "ib-bots-"));
  table = await createBench({ results }).calibrate.bots({ scenarios, runId: "bots" });
});
afterAll(() => rm(results, { recursive: true }));

test("every bot is there, and fails what it is there to fail in every scenario that deserves it", () => {
  expect(table.bots.map(({ modelId }) => modelId)).toEqual(BOTS.map(botModelId));
  for (const { modelId, checks } of table.bots) {
    const met = checks.filter(({ deserved }) => deserved > 0);
    expect({ modelId, met: met.length > 0 }).toEqual({ modelId, met: true });
    const missed = met.filter(({ deserved, failed }) => failed < deserved);
    expect({ modelId, missed: missed.map(({ check }) => check) }).toEqual({ modelId, missed: [] });
  }
});

test("no bot stands above sim/careful in any ordering of the board", async () => {
  const scan = await createBench({ results }).openScan(table.directory);
  const { models } = await scan.summary();
  const cards = Map.groupBy(await Array.fromAsync(scan.scorecards()), ({ model_id }) => model_id);
  const { of } = rankModels(
    [...cards].map(([modelId, own]) => ({ modelId, cards: own })),
    familiesIn(corpus.scenarios),
  );
  const placeOf = (id: string) => of.get(ModelId.parse(id));
  const { careful } = table;
  for (const { modelId, standing } of table.bots) {
    expect({ modelId, at: standing.crossed >= careful.crossed }).toEqual({ modelId, at: true });
    for (const score of ["quality", "overall"] as const)
      expect(standing[score], `${modelId} ${score}`).toBeLessThanOrEqual(careful[score]);
    expect(placeOf(modelId)?.tier, modelId).toBeGreaterThanOrEqual(placeOf(CAREFUL)?.tier ?? 99);
  }
  expect(models).toHaveLength(BOTS.length + 1);
});
