import { describe, expect, test } from "vitest";
import { findDisagreements, mergeLabels } from "./merge-labels.ts";
import { itemId, keyOf, labelsOf, reviewLabel } from "./review.fixture.ts";

describe("merge labels", () => {
  const key = keyOf("agreed", "disputed", "draft");
  const labels = labelsOf(
    reviewLabel("agreed", "anna"),
    reviewLabel("agreed", "ben"),
    reviewLabel("disputed", "anna", { note: " It asks. " }),
    reviewLabel("disputed", "ben", {
      label: "FAIL",
      quote: { text: "Bye.", turn: 1, role: "assistant", tier: "exact", start: 0, end: 4 },
    }),
    reviewLabel("draft", "anna", { label: null, note: "Later." }),
  );

  test("finished labels become rows about verdicts; unfinished ones are left out", () => {
    const { labels: rows, disagreements } = mergeLabels({ key, labels, adjudication: new Map() });
    expect(disagreements).toBe(1);
    expect(rows).toEqual([
      { item: "sim__careful/agreed.r1#IB-A1", axis: "IB-A1", label: "PASS", annotator: "anna" },
      { item: "sim__careful/agreed.r1#IB-A1", axis: "IB-A1", label: "PASS", annotator: "ben" },
      {
        item: "sim__careful/disputed.r1#IB-A1",
        axis: "IB-A1",
        label: "PASS",
        annotator: "anna",
        note: "It asks.",
      },
      {
        item: "sim__careful/disputed.r1#IB-A1",
        axis: "IB-A1",
        label: "FAIL",
        annotator: "ben",
        quote: "Bye.",
      },
    ]);
  });

  test("what was adjudicated stands under its own name, and only where the annotators still disagree", () => {
    const adjudication = labelsOf(
      reviewLabel("disputed", "chris", { label: "UNCLEAR" }),
      reviewLabel("agreed", "chris", { label: "UNCLEAR" }),
    );
    const { adjudicated, undecided } = mergeLabels({ key, labels, adjudication });
    expect(adjudicated).toEqual([
      {
        item: "sim__careful/disputed.r1#IB-A1",
        axis: "IB-A1",
        label: "UNCLEAR",
        annotator: "adjudicated",
      },
    ]);
    expect(undecided).toEqual([]);
  });

  test("adjudicators who disagree in their turn decide nothing", () => {
    const adjudication = labelsOf(
      reviewLabel("disputed", "chris", { label: "UNCLEAR" }),
      reviewLabel("disputed", "dana"),
    );
    const { adjudicated, undecided } = mergeLabels({ key, labels, adjudication });
    expect({ adjudicated, undecided }).toEqual({ adjudicated: [], undecided: [itemId("disputed")] });
  });
});

describe("find disagreements", () => {
  test("an item is disputed where two finished labels differ, and nowhere else", () => {
    const found = findDisagreements(
      labelsOf(
        reviewLabel("same", "anna"),
        reviewLabel("same", "ben"),
        reviewLabel("alone", "anna"),
        reviewLabel("draft", "anna"),
        reviewLabel("draft", "ben", { label: "FAIL" }),
        reviewLabel("disputed", "anna", { note: "It asks." }),
        reviewLabel("disputed", "ben", { label: "FAIL", note: "It does not ask.", confidence: "high" }),
      ),
    );
    expect([...found.keys()]).toEqual([itemId("disputed")]);
    const opinions = found.get(itemId("disputed")) ?? [];
    expect(opinions.map(({ reader }) => reader)).toEqual(["A", "B"]);
    expect(new Set(opinions.map(({ note }) => note))).toEqual(new Set(["It asks.", "It does not ask."]));
  });

  test("an adjudicator is not told who said what", () => {
    const items = Array.from({ length: 16 }, (_, index) => `item-${index}`);
    const found = findDisagreements(
      labelsOf(
        ...items.map((name) => reviewLabel(name, "anna")),
        ...items.map((name) => reviewLabel(name, "ben", { label: "UNCLEAR" })),
      ),
    );
    expect(JSON.stringify([...found])).not.toMatch(/anna|ben/);
    const firsts = new Set([...found.values()].map(([first]) => first?.label));
    expect(firsts).toEqual(new Set(["PASS", "UNCLEAR"]));
  });
});
