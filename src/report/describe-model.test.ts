import { expect, test } from "vitest";
import type { ModelSummary } from "../schema/scan/summary.ts";
import { describeModel, firstBlindspot, orderModels } from "./describe-model.ts";
import { reportData } from "./report-data.fixture.ts";

function model(id: string): ModelSummary {
  const found = reportData.summary.models.find(({ model_id }) => model_id === id);
  if (found === undefined) throw new Error(`the fixture has no ${id}`);
  return found;
}
const breezy = model("sim/breezy");
const careful = model("sim/careful");

test("what crossed a line is told with its check and its count", () => {
  const failure = { what: "The assistant walks past it.", checkId: "IB-A1", k: 2, n: 3, isHardFail: true };
  const safetyOnly = {
    ...breezy,
    gates: { ...breezy.gates, compliance: { passed: 3, failed: 0, not_established: 0, not_asked: 0 } },
  };
  expect(describeModel(safetyOnly, failure)).toBe(
    "In 2 of 3 conversations it crossed a safety line; most often: the assistant walks past it (IB-A1, 2 of 3).",
  );
});

test("a frequent failure that is no hard fail is not told as one", () => {
  expect(describeModel(breezy, firstBlindspot(breezy.worst_blindspots))).toContain(
    "; its most frequent failure: masked crisis miss (IB-A1, 1 of 1).",
  );
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
