import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import {
  correctedRates,
  foundFailures,
  type LabellableVerdict,
  type ValidationSet,
} from "./corrected-rates.ts";

const axis = CheckId.parse("IB-C1");
const model_id = ModelId.parse("sim/careful");
const itemOf = (set: string, number: number) => `sim__careful/${set}.r${number}#${axis}`;
const labelOf = (item: string, label: Verdict) => ({ item, axis, labels: new Map([["ann", label]]) });
const verdictsOf = (set: string, verdicts: readonly Verdict[]): LabellableVerdict[] =>
  verdicts.map((verdict, index) => ({ item: itemOf(set, index + 1), axis, model_id, verdict }));
const repeat = (count: number, verdict: Verdict): Verdict[] => Array<Verdict>(count).fill(verdict);

/** 45 of 50 failures found, 95 of 100 others left alone. */
function validation(change: Partial<ValidationSet> = {}): ValidationSet {
  const truths = [...repeat(50, "FAIL"), ...repeat(100, "PASS")];
  const judged = [...repeat(45, "FAIL"), ...repeat(5, "PASS"), ...repeat(5, "FAIL"), ...repeat(95, "PASS")];
  return {
    labels: truths.map((label, index) => labelOf(itemOf("other", index + 1), label)),
    verdicts: new Map(verdictsOf("other", judged).map(({ item, verdict }) => [item, verdict])),
    key: null,
    shared: new Set(),
    ...change,
  };
}
const scan = verdictsOf("this", [...repeat(24, "FAIL"), ...repeat(176, "PASS")]);
const plain = { verdicts: scan, labels: [], key: null };

test("errors measured on a separate set are taken out by Rogan and Gladen, with Lee's interval", () => {
  const [row] = correctedRates({ ...plain, validation: validation() });
  expect(row).toMatchObject({ axis, model_id, flagged: { k: 24, n: 200 } });
  expect(row?.roganGladen.value?.rate).toBeCloseTo(0.082353, 6);
  expect(row?.roganGladen.value?.interval.low).toBeCloseTo(0.004577, 6);
  expect(row?.roganGladen.value?.interval.high).toBeCloseTo(0.155778, 6);
});

test("a validation set that overlaps the scan, or was chosen by its verdicts, corrects nothing", () => {
  const shared = new Set([itemOf("other", 3)]);
  const overlapping = correctedRates({ ...plain, validation: validation({ shared }) });
  expect(overlapping[0]?.roganGladen.reason).toBe("1 validation labels are about conversations of this scan");
  const set = validation();
  const key = keyOf(
    [...set.verdicts].map(([item, verdict]) => ({ item, verdict })),
    { FAIL: 60, PASS: 900 },
  );
  expect(correctedRates({ ...plain, validation: { ...set, key } })[0]?.roganGladen.reason).toBe(
    "the validation set: drawn by verdict (FAIL 50 of 60, PASS 100 of 900)",
  );
});

function keyOf(
  drawn: readonly { readonly item: string; readonly verdict: Verdict }[],
  sizes: Partial<Record<Verdict, number>> | "check",
): SampledVerdict[] {
  return drawn.map(({ item, verdict }) => ({
    item: item.slice(-16),
    verdict_item: item,
    axis,
    verdict,
    stratum_size: sizes === "check" ? scan.length : (sizes[verdict] ?? 0),
    stratum_sample:
      sizes === "check" ? drawn.length : drawn.filter((other) => other.verdict === verdict).length,
    ...(sizes === "check" ? { stratum: "check" as const } : {}),
  }));
}

/** Labels for every second verdict: FAIL for each flagged one and for every twentieth. */
const sample = scan.filter((_, index) => index % 2 === 0);
const labels = sample.map(({ item, verdict }, index) =>
  labelOf(item, verdict === "FAIL" || index % 20 === 0 ? "FAIL" : "PASS"),
);

test("a random sample of labels gives the PPI++ rate", () => {
  const [row] = correctedRates({ ...plain, labels, key: keyOf(sample, "check"), validation: null });
  const { rate, interval } = row?.predictionPowered.value ?? { rate: 0, interval: { low: 0, high: 0 } };
  expect(rate).toBeCloseTo(0.16, 1);
  expect(interval.low).toBeLessThan(rate);
  expect(interval.high).toBeLessThan(0.3);
  expect(row?.roganGladen).toEqual({ value: null, reason: "no labels of a separate validation set" });
});

test.for<[string, SampledVerdict[] | null, string]>([
  ["no key", null, "no sampling key says how the labelled verdicts were drawn"],
  [
    "a draw by verdict",
    keyOf(sample, { FAIL: 24, PASS: 176 }),
    "drawn by verdict (FAIL 12 of 24, PASS 88 of 176)",
  ],
  ["drawn items left out", keyOf(scan, "check"), "100 of 200 drawn verdicts were not labelled"],
  ["items from elsewhere", keyOf(sample.slice(1), "check"), "1 labelled items are not in the key"],
])("PPI++ is refused with the reason: %s", ([, key, reason]) => {
  const [row] = correctedRates({ ...plain, labels, key, validation: null });
  expect(row?.predictionPowered).toEqual({ value: null, reason });
});

test("PPI++ is refused with fewer than ten labelled FAILs or others", () => {
  const few = sample.map(({ item }, index) => labelOf(item, index < 9 ? "FAIL" : "PASS"));
  const [row] = correctedRates({ ...plain, labels: few, key: keyOf(sample, "check"), validation: null });
  expect(row?.predictionPowered.reason).toBe("9 labelled FAIL and 91 not, at least 10 of each needed");
});

test("over many seeded worlds both corrections come nearer to the truth than the judge's own rate", () => {
  const random = createRandom("corrected-rates");
  const judge = (truth: Verdict): Verdict =>
    random.next() < (truth === "FAIL" ? 0.8 : 0.1) ? "FAIL" : "PASS";
  const sums = { judged: 0, roganGladen: 0, predictionPowered: 0 };
  const worlds = 60;
  for (let world = 0; world < worlds; world += 1) {
    const truths = Array.from({ length: 400 }, (): Verdict => (random.next() < 0.2 ? "FAIL" : "PASS"));
    const verdicts = verdictsOf("this", truths.map(judge));
    const drawn = verdicts.slice(0, 150);
    const others = [...repeat(100, "FAIL"), ...repeat(100, "PASS")];
    const judged = verdictsOf("other", others.map(judge));
    const [row] = correctedRates({
      verdicts,
      labels: drawn.map(({ item }, index) => labelOf(item, truths[index] ?? "PASS")),
      key: keyOf(drawn, "check"),
      validation: {
        labels: others.map((label, index) => labelOf(itemOf("other", index + 1), label)),
        verdicts: new Map(judged.map(({ item, verdict }) => [item, verdict])),
        key: null,
        shared: new Set(),
      },
    });
    sums.judged += row?.flagged.rate ?? 0;
    sums.roganGladen += row?.roganGladen.value?.rate ?? 0;
    sums.predictionPowered += row?.predictionPowered.value?.rate ?? 0;
  }
  expect(sums.judged / worlds).toBeGreaterThan(0.225);
  expect(sums.roganGladen / worlds).toBeCloseTo(0.2, 1);
  expect(Math.abs(sums.predictionPowered / worlds - 0.2)).toBeLessThan(0.015);
});

test("what a judge finds of people's failures is counted where the draw is known, and what they left open is missed", () => {
  const set = validation();
  const drawn = [...set.verdicts].map(([item, verdict]) => ({ item, verdict }));
  const uniform = { ...set, key: keyOf(drawn, "check") };
  expect(foundFailures(uniform).get(axis)?.value).toEqual({ k: 45, n: 50 });
  const divided = new Map<string, Verdict>([
    ["ann", "PASS"],
    ["ben", "FAIL"],
  ]);
  const labels = uniform.labels.map((label, index) => (index < 2 ? { ...label, labels: divided } : label));
  expect(foundFailures({ ...uniform, labels }).get(axis)?.value).toEqual({ k: 43, n: 50 });
  const open = uniform.labels.map((label, index) => (index === 60 ? labelOf(label.item, "UNCLEAR") : label));
  expect(foundFailures({ ...uniform, labels: open }).get(axis)?.value).toEqual({ k: 45, n: 51 });
});

test("a judge's sensitivity is not taken from labels whose draw nobody describes, or that its verdicts chose", () => {
  const set = validation();
  const drawn = [...set.verdicts].map(([item, verdict]) => ({ item, verdict }));
  const reasonOf = (some: ValidationSet) => foundFailures(some).get(axis)?.reason;
  expect(reasonOf(set)).toBe("no sampling key says how the labelled verdicts were drawn");
  expect(reasonOf({ ...set, key: keyOf(drawn, { FAIL: 60, PASS: 900 }) })).toContain("drawn by verdict");
  const shared = new Set([itemOf("other", 3)]);
  expect(reasonOf({ ...set, key: keyOf(drawn, "check"), shared })).toContain("conversations of this scan");
  const passing = set.labels.slice(50);
  const key = keyOf(drawn.slice(50), "check");
  expect(reasonOf({ ...set, labels: passing, key })).toBe("none of 100 labelled verdicts is a FAIL");
});

test("a draw by strata is weighed for each model, and a plain one is not", () => {
  const byVerdict = correctedRates({
    ...plain,
    labels,
    key: keyOf(sample, { FAIL: 24, PASS: 176 }),
    validation: null,
  });
  // 24 are flagged, and people call all of them FAIL. 88 others are labelled: each FAIL among them counts twice.
  const missed = labels.filter(({ labels: said }) => said.get("ann") === "FAIL").length - 12;
  expect(byVerdict[0]?.weighed?.value?.value).toBeCloseTo((24 + 2 * missed) / 200, 12);
  const [plainly] = correctedRates({ ...plain, labels, key: keyOf(sample, "check"), validation: null });
  expect(plainly).not.toHaveProperty("weighed");
});
