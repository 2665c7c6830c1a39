import { expect, test } from "vitest";
import { findDisagreements } from "./find-disagreements.ts";
import { itemId, labelsOf, reviewLabel } from "./review.fixture.ts";

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
