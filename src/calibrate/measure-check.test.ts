import { expect, test } from "vitest";
import { claimStatus } from "../domain/claims.ts";
import { CheckId } from "../schema/ids.ts";
import { CalibrationStatus } from "../schema/review/calibration-status.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { measureCheck } from "./measure-check.ts";

const check = CheckId.parse("IB-A1");
const itemOf = (number: number) => `sim__a/x.r${number}#${check}`;

/** Everyone labels the first `failures` items FAIL, except for the given slips; the judge follows the people. */
function world(options: {
  items: number;
  failures: number;
  annotators: readonly string[];
  judgeMisses?: number;
}) {
  const truth = (index: number): Verdict => (index < options.failures ? "FAIL" : "PASS");
  const numbers = Array.from({ length: options.items }, (_, index) => index);
  return {
    labels: numbers.map((index) => ({
      item: itemOf(index),
      axis: check,
      labels: new Map(
        options.annotators.map((annotator, place): [string, string] => [
          annotator,
          place === 1 && index === options.items - 1 ? "FAIL" : truth(index),
        ]),
      ),
    })),
    verdicts: new Map(
      numbers.map((index): [string, Verdict] => [
        itemOf(index),
        index < (options.judgeMisses ?? 0) ? "PASS" : truth(index),
      ]),
    ),
  };
}
const drawnPlainly = (verdicts: ReadonlyMap<string, Verdict>): SampledVerdict[] =>
  [...verdicts].map(([item, verdict]) => ({
    item,
    verdict_item: item,
    axis: check,
    verdict,
    stratum_size: 10 * verdicts.size,
    stratum_sample: verdicts.size,
    stratum: "check",
  }));
const people = new Set(["ann", "ben"]);
const statusOf = (
  { labels, verdicts }: ReturnType<typeof world>,
  key: readonly SampledVerdict[] | null = drawnPlainly(verdicts),
) =>
  CalibrationStatus.parse({
    schema_version: 1,
    corpus_version: "1.0.0",
    judge: "sim/judge",
    checks: {
      [check]: measureCheck(labels, { people, decisionsCount: true, judge: "sim/judge", verdicts, key }),
    },
  });

test("two people, 80 items, 30 FAILs and a judge who agrees make a check claim-ready", () => {
  const status = statusOf(world({ items: 81, failures: 30, annotators: ["ann", "ben"] }));
  expect(status.checks[check]).toMatchObject({
    items: 81,
    failures: 30,
    annotators: 2,
    recall: 1,
    precision: 1,
  });
  expect(claimStatus(check, status)).toEqual({ claimReady: true, missing: [] });
});

test.for([
  [{ items: 79, failures: 30, annotators: ["ann", "ben"] }, "labelled items: 79, at least 80 needed"],
  [{ items: 81, failures: 29, annotators: ["ann", "ben"] }, "labelled FAILs: 29, at least 30 needed"],
  [
    { items: 81, failures: 30, annotators: ["ann", "ben"], judgeMisses: 5 },
    "recall: 0.83, at least 0.85 needed",
  ],
] as const)("what is missing is said: %j", ([options, missing]) => {
  expect(claimStatus(check, statusOf(world(options)))).toEqual({ claimReady: false, missing: [missing] });
});

test("without the key of their draw labels say nothing of how the judge does, and with it they are weighed", () => {
  const labelled = world({ items: 100, failures: 40, annotators: ["ann", "ben"], judgeMisses: 4 });
  expect(claimStatus(check, statusOf(labelled, null)).missing).toEqual([
    "recall: undefined, at least 0.85 needed",
    "precision: undefined, at least 0.8 needed",
  ]);
  const sizes = { FAIL: 36, PASS: 640 };
  const byVerdict = drawnPlainly(labelled.verdicts).map(({ stratum: _, ...row }) => ({
    ...row,
    stratum_size: row.verdict === "FAIL" ? sizes.FAIL : sizes.PASS,
    stratum_sample: row.verdict === "FAIL" ? 36 : 64,
  }));
  expect(statusOf(labelled).checks[check]?.recall).toBeCloseTo(0.9, 12);
  const other = new Map([...labelled.verdicts].map(([item]): [string, Verdict] => [item, "FAIL"]));
  const judgedOtherwise = { ...labelled, verdicts: other };
  expect(statusOf(judgedOtherwise, byVerdict).checks[check]?.recall).toBeNull();
  expect(statusOf(judgedOtherwise, drawnPlainly(labelled.verdicts)).checks[check]?.recall).toBe(1);
  // The judge finds nine in ten labelled failures. Each missed one stands for ten, and for more with a divided label.
  expect(statusOf(labelled, byVerdict).checks[check]?.recall).toBeLessThan(0.5);
});

test("an AI's labels never count, however many there are", () => {
  const status = statusOf(world({ items: 100, failures: 40, annotators: ["ann", "an AI reader"] }));
  expect(status.checks[check]).toMatchObject({ items: 0, failures: 0, annotators: 0, kappa: null });
  expect(claimStatus(check, status).missing).toEqual([
    "80 labelled items with 30 FAILs by 2 independent human annotators, kappa 0.65, recall 0.85 and precision 0.8: none so far",
  ]);
});

test("a person's decision settles what two people said apart; an AI's does not, and neither is an annotator", () => {
  const { labels, verdicts } = world({ items: 3, failures: 1, annotators: ["ann", "ben"] });
  const decided = labels.map((item) => ({ ...item, decision: "FAIL" }));
  const measure = (decisionsCount: boolean) =>
    measureCheck(decided, { people, decisionsCount, judge: "sim/judge", verdicts, key: null });
  expect(measure(true)).toMatchObject({ items: 3, failures: 3, annotators: 2 });
  expect(measure(false)).toMatchObject({ items: 3, failures: 1, annotators: 2 });
  expect(measure(true).kappa).toBe(measure(false).kappa);
});

test("without a status nothing may be claimed", () => {
  expect(claimStatus(check, null).claimReady).toBe(false);
});
