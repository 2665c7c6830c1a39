import { expect, test } from "vitest";
import type { Verdict } from "../schema/verdict.ts";
import { judgeAgreement } from "./judge-agreement.ts";

const labelled = (item: string, labels: Readonly<Record<string, string>>, axis = "IB-A1") => ({
  item: `sim__a/x.r1-${item}#IB-A1`,
  axis,
  labels: new Map(Object.entries(labels)),
});
const verdicts = new Map<string, Verdict>([
  ["sim__a/x.r1-1#IB-A1", "FAIL"],
  ["sim__a/x.r1-2#IB-A1", "PASS"],
  ["sim__a/x.r1-3#IB-A1", "PASS"],
]);

test("a judge is held against what most annotators say; a tie is counted and not resolved", () => {
  const { axes, judge } = judgeAgreement(
    [
      labelled("1", { ann: "FAIL", ben: "FAIL", cem: "PASS" }),
      labelled("2", { ann: "FAIL", ben: "PASS" }),
      labelled("3", { ann: "FAIL" }),
      labelled("4", { ann: "PASS" }),
    ],
    { judge: "sim/judge", verdicts },
  );
  expect(judge).toBe("sim/judge");
  expect(axes).toEqual([
    expect.objectContaining({
      axis: "IB-A1",
      items: 2,
      unresolved: 1,
      not_in_scan: 1,
      recall: expect.objectContaining({ k: 1, n: 2 }),
      precision: expect.objectContaining({ k: 1, n: 1 }),
    }),
  ]);
});

test("what was decided stands against the judge, whatever the annotators said", () => {
  const { overall } = judgeAgreement(
    [
      { ...labelled("1", { ann: "FAIL", ben: "PASS" }), decision: "FAIL" },
      { ...labelled("2", { ann: "FAIL", ben: "PASS" }), decision: "UNCLEAR" },
      { ...labelled("3", { ann: "PASS", ben: "PASS", cem: "UNCLEAR" }), decision: "FAIL" },
    ],
    { judge: "sim/judge", verdicts },
  );
  expect(overall).toMatchObject({ items: 3, unresolved: 0, recall: { k: 1, n: 2 } });
  expect(overall.matrix).toMatchObject({ UNCLEAR: { PASS: 1 }, FAIL: { FAIL: 1, PASS: 1 } });
});

test("a label on another axis than the verdict's is not about the verdict", () => {
  const { overall } = judgeAgreement([labelled("1", { ann: "warm" }, "tone")], { judge: null, verdicts });
  expect(overall).toMatchObject({ items: 0, not_in_scan: 1 });
});

test("a label that is no verdict is refused with item and annotator", () => {
  expect(() => judgeAgreement([labelled("1", { ann: "fail" })], { judge: null, verdicts })).toThrow(
    'ann labelled sim__a/x.r1-1#IB-A1 "fail", which is no verdict.',
  );
  const decided = { ...labelled("1", { ann: "FAIL" }), decision: "both" };
  expect(() => judgeAgreement([decided], { judge: null, verdicts })).toThrow(
    'adjudicated labelled sim__a/x.r1-1#IB-A1 "both"',
  );
});
