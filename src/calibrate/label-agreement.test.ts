import fc from "fast-check";
import { expect, test } from "vitest";
import { collectLabels } from "./collect-labels.ts";
import { labelAgreement } from "./label-agreement.ts";

interface Row {
  readonly item: string;
  readonly axis: string;
  readonly label: string;
  readonly annotator: string;
}

function agreementOf(rows: readonly Row[]) {
  return labelAgreement(
    collectLabels(rows.map((row, index) => ({ row, place: `labels.jsonl:${index + 1}` }))),
  );
}

/** One row per letter: P, F or U; a dot where the annotator gave no label. */
function labelled(annotator: string, letters: string, axis = "IB-A1"): Row[] {
  return [...letters].flatMap((letter, index) =>
    letter === "." ? [] : [{ item: `item-${index}`, axis, label: letter, annotator }],
  );
}

test("two annotators get raw agreement with its interval, kappa, AC1 and the share of each label", () => {
  // 20 both yes, 5 and 10 apart, 15 both no: Cohen's own example, kappa 0.4.
  const first = `${"F".repeat(25)}${"P".repeat(25)}`;
  const second = `${"F".repeat(20)}${"P".repeat(5)}${"F".repeat(10)}${"P".repeat(15)}`;
  const { axes, overall, annotators } = agreementOf([...labelled("ann", first), ...labelled("ben", second)]);
  expect(annotators).toEqual([
    { annotator: "ann", labels: 50 },
    { annotator: "ben", labels: 50 },
  ]);
  const [axis] = axes;
  expect(axis).toMatchObject({
    axis: "IB-A1",
    items: 50,
    unanimous: { k: 35, n: 50 },
    prevalence: [
      { label: "F", given: { k: 55, n: 100 } },
      { label: "P", given: { k: 45, n: 100 } },
    ],
  });
  const [pair] = axis?.pairs ?? [];
  expect(pair?.agreed.rate).toBe(0.7);
  expect(pair?.agreed.interval?.low).toBeCloseTo(0.5625, 3);
  expect(pair?.kappa.value).toBeCloseTo(0.4, 10);
  expect(pair?.ac1.value).toBeCloseTo((0.7 - 0.495) / (1 - 0.495), 10);
  expect(axis?.all.ac1.value).toBeCloseTo(pair?.ac1.value ?? 0, 10);
  expect(pair?.kappa.interval?.low).toBeGreaterThan(0.05);
  expect(pair?.kappa.interval?.high).toBeLessThan(0.75);
  expect(overall.pairs).toEqual(axis?.pairs);
});

test("an axis on which one label was used has no coefficient, and never 1", () => {
  const { axes } = agreementOf([...labelled("ann", "PPPP"), ...labelled("ben", "PPPP")]);
  const [pair] = axes[0]?.pairs ?? [];
  expect(pair?.agreed).toMatchObject({ k: 4, n: 4 });
  expect(pair?.kappa).toMatchObject({ value: null, reason: expect.any(String) });
  expect(axes[0]?.all).toMatchObject({
    kappa: { value: null, reason: expect.any(String), interval: null },
    ac1: { value: null },
    alpha: { value: null },
  });
});

test("three annotators are compared pair by pair and all together", () => {
  const three = [...labelled("ann", "PFPF"), ...labelled("ben", "PFPP"), ...labelled("cem", "PFFP")];
  const [axis] = agreementOf(three).axes;
  expect(axis?.pairs).toHaveLength(3);
  expect(axis?.unanimous).toMatchObject({ k: 2, n: 4 });
  // Pairs agree on 2/3 of the ratings' pairs; P has 7 of 12 ratings.
  const byChance = (7 / 12) ** 2 + (5 / 12) ** 2;
  expect(axis?.all.kappa.value).toBeCloseTo((2 / 3 - byChance) / (1 - byChance), 10);
});

test("with missing labels alpha stands and Fleiss' kappa is undefined", () => {
  const [axis] = agreementOf([
    ...labelled("ann", "PFPFPF"),
    ...labelled("ben", "PFPP.F"),
    ...labelled("cem", "PFF..F"),
  ]).axes;
  expect(axis?.all.kappa).toMatchObject({ value: null, reason: "the items were not rated equally often" });
  expect(axis?.all.alpha.value).toBeGreaterThan(0);
});

test("where nobody disagreed there is no interval: every resample would say 1 again", () => {
  const [axis] = agreementOf([...labelled("ann", "PFPF"), ...labelled("ben", "PFPF")]).axes;
  expect(axis?.pairs[0]?.kappa).toEqual({ value: 1, interval: null });
});

test("an item that only one annotator labelled counts as an item and is in no comparison", () => {
  const [axis] = agreementOf([...labelled("ann", "PFP."), ...labelled("ben", "PF.F")]).axes;
  expect(axis).toMatchObject({ items: 4, unanimous: { k: 2, n: 2 }, pairs: [{ agreed: { k: 2, n: 2 } }] });
});

test("an axis that nobody shares is listed as such beside one that is shared", () => {
  const rows = [...labelled("ann", "PF"), ...labelled("ben", "PF"), ...labelled("ann", "PF", "IB-A10")];
  const { axes } = agreementOf([
    ...rows,
    ...labelled("ben", "..PF", "IB-A2"),
    ...labelled("ann", "PF", "IB-A2"),
  ]);
  expect(axes.map(({ axis, pairs }) => [axis, pairs.length])).toEqual([
    ["IB-A1", 1],
    ["IB-A2", 0],
    ["IB-A10", 0],
  ]);
  expect(axes[1]?.all.ac1).toMatchObject({ value: null, reason: "nothing was rated twice" });
});

test("one annotator alone has labels and no pair", () => {
  const { annotators, overall } = agreementOf(labelled("ann", "PF"));
  expect(annotators).toEqual([{ annotator: "ann", labels: 2 }]);
  expect(overall).toMatchObject({ items: 2, pairs: [], unanimous: { n: 0 } });
});

test("a decision changes no figure of the agreement: whoever made it had seen the labels", () => {
  const rows = [...labelled("ann", "PFPF"), ...labelled("ben", "PFF.")];
  expect(agreementOf([...rows, ...labelled("adjudicated", "..F.")])).toEqual(agreementOf(rows));
  expect(agreementOf([...rows, ...labelled("adjudicated", "...U")])).toEqual(agreementOf(rows));
});

test("a decision about what nobody labelled is refused with its place", () => {
  const rows = [...labelled("ann", "PF"), ...labelled("adjudicated", "..F")];
  expect(() => agreementOf(rows)).toThrow(
    "labels.jsonl:3 decides item-2 on IB-A1, and no file named has an annotator's label of it.",
  );
});

test("a label that contradicts an earlier one of the same annotator is refused with both places", () => {
  const [row] = labelled("ann", "P");
  if (row === undefined) throw new Error("one row");
  expect(() => agreementOf([row, { ...row, axis: "IB-A2" }, { ...row, label: "F" }])).toThrow(
    "ann labelled item-0 on IB-A1 twice: P at labels.jsonl:1, F at labels.jsonl:3.",
  );
  expect(agreementOf([row, row, { ...row, annotator: "ben" }]).overall.items).toBe(1);
});

const someRows = fc
  .uniqueArray(
    fc.record({
      item: fc.constantFrom("1", "2", "3", "4"),
      axis: fc.constantFrom("x", "y"),
      label: fc.constantFrom("P", "F", "U"),
      annotator: fc.constantFrom("ann", "ben", "cem"),
    }),
    { selector: ({ item, axis, annotator }) => `${item}|${axis}|${annotator}`, minLength: 1 },
  )
  .map((rows) => [
    ...rows,
    { item: "0", axis: "x", label: "P", annotator: "ann" },
    { item: "0", axis: "x", label: "F", annotator: "ben" },
  ]);

test("the order of the rows does not matter, and what a pair is told does not depend on a third", () => {
  fc.assert(
    fc.property(someRows, fc.infiniteStream(fc.nat()), (rows, order) => {
      const keys = new Map(rows.map((row) => [row, order.next().value]));
      const shuffled = rows.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
      const all = agreementOf(rows);
      expect(agreementOf(shuffled)).toEqual(all);
      const two = agreementOf(rows.filter(({ annotator }) => annotator !== "cem"));
      expect(two.overall.pairs[0]).toEqual(all.overall.pairs[0]);
    }),
    { numRuns: 20 },
  );
});

test("coefficients are at most 1 and shares add up", () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const { overall } = agreementOf(rows);
      const given = overall.prevalence.reduce((sum, { given: share }) => sum + share.k, 0);
      expect(given).toBe(rows.length);
      for (const { kappa, ac1 } of overall.pairs) {
        expect(kappa.value ?? 0).toBeLessThanOrEqual(1);
        expect(ac1.value ?? 0).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 20 },
  );
});
