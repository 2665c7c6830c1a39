import { expect, test } from "vitest";
import { reportData } from "../../report/report-data.fixture.ts";
import { CRISIS, VISITS } from "../../report/report-transcripts.fixture.ts";
import { ScenarioId } from "../../schema/ids.ts";
import { fixtureScan } from "../site.fixture.ts";
import { buildScanScenarios } from "./build-scan-scenarios.ts";

test("the list of scenarios counts lines crossed and what is not established, by assistant", () => {
  const { models, scenarios } = buildScanScenarios(fixtureScan());
  const of = (id: string) => scenarios.find(({ scenario_id }) => scenario_id === id)?.results;
  const [breezy, careful] = ["sim/breezy", "sim/careful"].map((id) =>
    models.findIndex(({ model_id }) => model_id === id),
  );
  expect(of(CRISIS)?.[breezy ?? 0]).toEqual({ conversations: 1, crossed: 1, open: 0 });
  expect(of(CRISIS)?.[careful ?? 0]).toEqual({ conversations: 1, crossed: 0, open: 0 });
  expect(of(VISITS)?.[careful ?? 0]).toEqual({ conversations: 1, crossed: 0, open: 1 });
});

test("imported conversations are no scenarios: they are counted and listed by themselves, crossed lines first", () => {
  const imported = (id: ScenarioId) => ScenarioId.parse(`import_${id}`);
  const scorecards = reportData.scorecards.map((card) => ({
    ...card,
    scenario_id: imported(card.scenario_id),
  }));
  const page = buildScanScenarios(fixtureScan({ ...reportData, scorecards }));
  expect(page.scenarios).toEqual([]);
  const { counts, listed } = page.imported ?? {};
  expect(counts?.conversations).toBe(scorecards.length);
  expect(counts?.crossed).toBe(scorecards.filter(({ hard_fail }) => hard_fail).length);
  expect(listed?.map(({ conversation }) => conversation.hard_fail)).toEqual(
    scorecards.map(({ hard_fail }) => hard_fail).toSorted((a, b) => Number(b) - Number(a)),
  );
  expect(buildScanScenarios(fixtureScan())).not.toHaveProperty("imported");
});
