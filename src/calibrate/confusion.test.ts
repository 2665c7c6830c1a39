import { expect, test } from "vitest";
import type { Verdict } from "../schema/verdict.ts";
import { confusion, type JudgedItem } from "./confusion.ts";

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
