import { describe, expect, test } from "vitest";
import type { Verdict } from "../schema/scan/verdict.ts";
import { confusion, type JudgedItem, judgeAgreement } from "./judge-agreement.ts";

describe("judge agreement", () => {
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
        notInScan: 1,
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
    expect(overall).toMatchObject({ items: 0, notInScan: 1 });
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
});

describe("confusion", () => {
  const times = (count: number, expected: Verdict, judged: Verdict): JudgedItem[] =>
    Array.from({ length: count }, () => ({ expected, judged }));

  test("precision, recall and specificity are of FAIL, with their intervals", () => {
    const { matrix, precision, recall, specificity, unclear, items } = confusion([
      ...times(8, "FAIL", "FAIL"),
      ...times(1, "FAIL", "PASS"),
      ...times(1, "FAIL", "UNCLEAR"),
      ...times(2, "PASS", "FAIL"),
      ...times(18, "PASS", "PASS"),
    ]);
    expect(items).toBe(30);
    expect(matrix.FAIL).toEqual({ PASS: 1, FAIL: 8, UNCLEAR: 1, NOT_APPLICABLE: 0 });
    expect(precision).toMatchObject({ k: 8, n: 10, rate: 0.8 });
    expect(recall).toMatchObject({ k: 8, n: 10, interval: { low: expect.closeTo(0.4902, 3) } });
    expect(specificity).toMatchObject({ k: 18, n: 20 });
    expect(unclear).toMatchObject({ k: 1, n: 30 });
  });

  test("kappa is over all verdicts, and undefined where only one was given", () => {
    // Cohen's own example, kappa 0.4.
    const mixed = [
      ...times(20, "FAIL", "FAIL"),
      ...times(5, "FAIL", "PASS"),
      ...times(10, "PASS", "FAIL"),
      ...times(15, "PASS", "PASS"),
    ];
    expect(confusion(mixed).kappa.value).toBeCloseTo(0.4, 10);
    expect(confusion(mixed.toReversed())).toEqual(confusion(mixed));
    expect(confusion(times(9, "PASS", "PASS"))).toMatchObject({
      kappa: { value: null, reason: expect.any(String) },
      recall: { n: 0, rate: null, interval: null },
    });
  });
});
