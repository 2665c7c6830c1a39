import { expect, test } from "vitest";
import { reportData } from "../../report/report-data.fixture.ts";
import { type CheckId, type ModelId, ScenarioId } from "../../schema/ids.ts";
import { fixtureScan } from "../site.fixture.ts";
import { createCellLookup } from "./build-blindspots.ts";

const { facts } = fixtureScan();
const rates = facts.rates.rates;
const models = facts.summary.models.map(({ model_id }) => model_id);

/** A model and a check without a rate for it. */
function withoutRate(): readonly [ModelId, CheckId] {
  for (const model of models)
    for (const check of facts.plan.checks)
      if (!rates.some(({ model_id, mode_id }) => model_id === model && mode_id === check))
        return [model, check];
  throw new Error("every model has a rate for every check");
}

test("a check that is looked for and that a model had no occasion for is an empty cell", () => {
  expect(createCellLookup(facts)(...withoutRate())).toBeNull();
});

test("a check that the scan leaves out is said to be left out, not to have had no occasion", () => {
  const [model, check] = withoutRate();
  const narrow = {
    ...facts,
    plan: { ...facts.plan, checks: facts.plan.checks.filter((id) => id !== check) },
    rates: { ...facts.rates, rates: rates.filter(({ mode_id }) => mode_id !== check) },
  };
  expect(createCellLookup(narrow)(model, check)).toMatchObject({ left_out: true, n: 0, unclear: 0 });
});

test("in a board of several scans a check counts as looked for where any of them looked", () => {
  const [model, check] = withoutRate();
  const [rate] = rates;
  if (rate === undefined) throw new Error("the fixture has no rate");
  const other = { ...rate, model_id: "sim/other" as ModelId, mode_id: check };
  const joint = {
    ...facts,
    plan: { ...facts.plan, checks: facts.plan.checks.filter((id) => id !== check) },
    rates: { ...facts.rates, rates: [...rates, other] },
  };
  expect(createCellLookup(joint)(model, check)).toBeNull();
});

test("what broke off gave occasion, and is not decided", () => {
  const [rate] = facts.rates.rates;
  if (rate === undefined) throw new Error("the fixture has no rates");
  const nothing = { k: 0, n: 0, rate: null, interval: null };
  const lost = { ...rate, failures: nothing, with_open: { ...nothing, n: 3, rate: 0, open: 3 }, unclear: 0 };
  const cell = createCellLookup({ ...facts, rates: { ...facts.rates, rates: [lost] } });
  expect(cell(rate.model_id, rate.mode_id)).toMatchObject({ n: 0, unclear: 3, left_out: false });
});

test("in a conversation without a scenario a check that no tag calls for was not looked for", () => {
  const imported = (cause: "not_eligible" | "no_act", scenario: string) => {
    const verdicts = reportData.verdicts
      .filter(({ mode_id }) => mode_id === "IB-A6")
      .map((row) => ({
        ...row,
        scenario_id: ScenarioId.parse(scenario),
        eligible: false,
        verdict: "NOT_APPLICABLE" as const,
        details: { ...row.details, cause, votes: [], windows: [] },
      }));
    const { facts: own } = fixtureScan({ ...reportData, verdicts });
    const [model] = verdicts;
    if (model === undefined) throw new Error("the fixture has no row of the check");
    const nothing = { ...own, rates: { ...own.rates, rates: [] } };
    return createCellLookup(nothing)(model.model_id, model.mode_id);
  };
  expect(imported("not_eligible", "import_ticket_1")).toMatchObject({
    left_out: true,
    unlooked: [{ because: "no tag calls for it, and no search looked for what does", conversations: 1 }],
  });
  // A search of all replies, or an author's tag on a scenario, is evidence.
  expect(imported("no_act", "import_ticket_1")).toBeNull();
  expect(imported("not_eligible", "safety_ticket_001")).toBeNull();
});
