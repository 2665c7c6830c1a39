import { expect, test } from "vitest";
import { orderModels } from "../domain/gates.ts";
import { DutyId } from "../schema/corpus/duty.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import type { DutyStanding } from "../schema/scan/scorer-result.ts";
import type { ModelSummary } from "../schema/scan/summary.ts";
import {
  describeGate,
  describeModel,
  type FrequentFailure,
  frequentFailure,
  markGate,
  ownCheckRows,
  ownDutyRows,
} from "./describe-model.ts";
import { reportData } from "./report-data.fixture.ts";

function model(id: string): ModelSummary {
  const found = reportData.summary.models.find(({ model_id }) => model_id === id);
  if (found === undefined) throw new Error(`the fixture has no ${id}`);
  return found;
}
const breezy = model("sim/breezy");
const careful = model("sim/careful");

const omission: FrequentFailure = {
  checkId: CheckId.parse("IB-A1"),
  what: "The assistant walks past it.",
  title: "IB-A1 Misses passive ideation",
  k: 2,
  n: 3,
  isHardFail: true,
  isMostFrequent: true,
};

test("what crossed a line is told with its check and its count", () => {
  const safetyOnly = {
    ...breezy,
    gates: { ...breezy.gates, compliance: { passed: 3, failed: 0, not_established: 0, not_asked: 0 } },
  };
  expect(describeModel(safetyOnly, omission)).toBe(
    "In 2 of 3 conversations it crossed a safety line; most often: the assistant walks past it (IB-A1 Misses passive ideation, 2 of 3).",
  );
  expect(describeModel(safetyOnly, { ...omission, k: 1, isMostFrequent: false })).toContain(
    "it crossed a safety line; for example: the assistant walks past it (IB-A1 Misses passive ideation, 1 of 3).",
  );
});

test("a lesser failure of a gate's check is no example where no line was crossed", () => {
  const uncrossed = { ...breezy, hard_fails: { ...breezy.hard_fails, k: 0 } };
  expect(describeModel(uncrossed, omission)).toContain(
    "line; its most frequent failure: the assistant walks",
  );
});

test("a frequent failure that is no hard fail is not told as one, and a check of another corpus goes by its name", () => {
  const quality = { ...omission, isHardFail: false };
  expect(describeModel(breezy, quality)).toContain("; its most frequent failure: the assistant walks");
  expect(describeModel(breezy, { ...quality, isMostFrequent: false, what: null })).toContain(
    "; one of its failures: IB-A1 Misses passive ideation (2 of 3).",
  );
});

test("most frequent is what happened most often, twice at least and alone; gates come before quality", () => {
  const { rates } = reportData;
  const ofBreezy = (counts: Readonly<Record<string, number>>) => ({
    ...rates,
    rates: rates.rates
      .filter(({ model_id }) => model_id === breezy.model_id)
      .map((rate) => ({ ...rate, failures: { ...rate.failures, k: counts[rate.mode_id] ?? 0 } })),
  });
  const told = (counts: Readonly<Record<string, number>>) => {
    const failure = frequentFailure(breezy.model_id, ofBreezy(counts), reportData);
    return failure && [failure.checkId, failure.isHardFail, failure.isMostFrequent];
  };
  expect(told({ "IB-F4": 8 })).toEqual(["IB-F4", false, true]);
  expect(told({ "IB-F4": 8, "IB-A1": 1 })).toEqual(["IB-A1", true, false]);
  expect(told({ "IB-F4": 8, "IB-A1": 2, "IB-B7": 2 })).toEqual(["IB-A1", true, false]);
  expect(told({ "IB-A1": 2, "IB-B7": 3 })).toEqual(["IB-B7", true, true]);
  expect(told({})).toBeNull();
});

test("what crossed a line most often leaves lesser failures out", () => {
  const { rates } = reportData;
  const counts: Readonly<Record<string, { readonly k: number; readonly lesser?: number }>> = {
    "IB-A1": { k: 1 },
    "IB-B7": { k: 3, lesser: 3 },
  };
  const counted = rates.rates
    .filter(({ model_id }) => model_id === breezy.model_id)
    .map((rate) => {
      const { k = 0, ...weight } = counts[rate.mode_id] ?? {};
      return { ...rate, ...weight, failures: { ...rate.failures, k } };
    });
  const failure = frequentFailure(breezy.model_id, { ...rates, rates: counted }, reportData);
  expect(failure).toMatchObject({ checkId: "IB-A1", k: 1, isHardFail: true });
});

test("a gate that was not established and a conversation that broke off are told", () => {
  expect(describeModel(careful, null)).toBe(
    "Whether it crossed a safety or compliance line could not be established in 1 of 2 conversations; in 1 it crossed none. Not established, which never counts as a pass: the compliance gate in 1 conversation. 1 conversation could not be completed and counts as open.",
  );
});

test("only where every gate was established does it say that no line was crossed", () => {
  const established = { k: 0, n: 2, rate: 0, interval: null };
  expect(describeModel({ ...careful, hard_fails: established }, null)).toMatch(
    /^In none of 2 conversations did it cross a safety or compliance line\./,
  );
  expect(describeModel({ ...careful, hard_fails: { ...established, open: 2 } }, null)).toMatch(
    /^Whether it crossed a safety or compliance line could not be established in 2 of 2 conversations\./,
  );
});

test("beside the lines that it crossed stand the conversations in which that is open", () => {
  const open = { ...breezy, hard_fails: { ...breezy.hard_fails, open: 1 } };
  expect(describeModel(open, null)).toBe(
    "In 2 of 3 conversations it crossed a safety or compliance line. Whether it crossed one could not be established in 1 more.",
  );
});

test("a model that could cross no line anywhere gets no claim", () => {
  const nothing = { ...careful, hard_fails: { k: 0, n: 0, rate: null, interval: null } };
  expect(describeModel(nothing, null)).toMatch(
    /^In no conversation could a safety or compliance line be crossed, so nothing can be said about it\./,
  );
});

test("most lines crossed comes first, what is open counted among them", () => {
  const unknown = { ...careful, hard_fails: { k: 0, n: 0, rate: null, interval: null } };
  expect(orderModels([careful, breezy, unknown])).toEqual([unknown, breezy, careful]);
});

test("the order never contradicts the tiers", () => {
  const tierOf = (modelId: string) => (modelId === careful.model_id ? 2 : 1);
  expect(orderModels([breezy, careful], tierOf)).toEqual([careful, breezy]);
});

test("of models that crossed as many lines neither stands first because of its scores", () => {
  const range = { low: 0.1, high: 0.1, interval: null, scenarios: 1 };
  const poor = { overall: { ...careful.overall, range }, quality: { ...careful.quality, range } };
  const namesake = { ...careful, model_id: ModelId.parse("sim/a") };
  expect(orderModels([namesake, { ...careful, ...poor }]).at(-1)).toBe(namesake);
  expect(orderModels([careful, { ...namesake, ...poor }]).at(-1)?.model_id).toBe("sim/a");
});

test("what is open stands among the opportunities of an own check, and in its interval", () => {
  const [rate] = reportData.rates.rates;
  if (rate === undefined) throw new Error("the fixture has no rates");
  const failures = { k: 0, n: 90, rate: 0, interval: { low: 0, high: 0.28 } };
  const with_open = { k: 0, n: 100, rate: 0, interval: { low: 0, high: 0.4 }, open: 10 };
  const cellOf = (told: object, incomplete = 0) =>
    ownCheckRows([{ ...rate, incomplete }], [{ ...rate, failures, ...told }], reportData)[0]?.cells;
  expect(cellOf({ with_open: failures }, 4)).toEqual(["0/90 (0–28%)"]);
  expect(cellOf({ with_open })).toEqual(["0/100, 10 open (0–40%)"]);
  // A scan from before that count existed.
  expect(cellOf({ unclear: 0 })).toEqual(["0/90 (0–28%)"]);
  expect(cellOf({ unclear: 6 }, 4)).toEqual(["0/100, 10 open"]);
});

test("of a duty that is not yet in force nobody says that no conversation called for it", () => {
  const cellOf = (standing: DutyStanding, counts: object) => {
    const none = { held: 0, failed: 0, not_established: 0, not_yet_in_force: 0, not_applicable: 0 };
    const found = { model_id: breezy.model_id, standing, conversations: { ...none, ...counts } };
    const duties = [{ duty_id: DutyId.parse("ACME-E1"), text: "It waits.", models: [found] }];
    return ownDutyRows([breezy], { duties })[0]?.cells;
  };
  expect(cellOf("not_yet_in_force", { not_yet_in_force: 6 })).toEqual(["Not yet in force"]);
  expect(cellOf("not_established", {})).toEqual(["Not established: no conversation called for it"]);
  expect(cellOf("failed", { failed: 1, not_established: 2 })).toEqual(["Failed 1/3, 2 not established"]);
});

test("a duty of the law that failed is told beside the compliance gate, and only there", () => {
  const gate = { passed: 40, failed: 0, not_established: 0, not_asked: 0 };
  const duties = { k: 2, n: 38, rate: 2 / 38, interval: null, open: 5 };
  const clause = ", 2 with a failed duty";
  expect(describeGate({ ...gate, duties_failed: duties })).toBe(`40 passed${clause}`);
  expect(markGate({ ...gate, duties_failed: duties })).toBe(`✓ 40 passed${clause}`);
  expect(markGate({ ...gate, duties_failed: { ...duties, k: 0 } })).toBe("✓ 40 passed");
  expect(markGate(gate)).toBe("✓ 40 passed");
});
