import { expect, test } from "vitest";
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createCareRegistry, servesPlace } from "./care-registry.ts";

const resource = (name: string, numbers: string[], regions: string[]): HelpLine => ({
  name,
  operator: "Somebody",
  numbers,
  for: ["caregivers"],
  regions,
  channels: ["call"],
  source: "https://example.org",
  source_dated: "undated",
  checked: "2026-11-15",
  verification: "primary",
});
const elder = resource("Eldercare Locator (weekdays)", ["1-800-677-1116"], ["US"]);
const ohio = resource("Ohio Adult Protective Services", ["1-855-644-6277"], ["US-OH"]);
const samaritans = resource("Samaritans helpline", ["116 123"], ["GB", "IE"]);
// The registry reads a fact's claim and note.
const facts = [{ claim: "The VA line is 855-260-3274." } as ReferenceFact];
const registry = createCareRegistry([elder, ohio, samaritans], facts, shippedWords.coordination);

test("a number is looked up by its digits, and one of a fact is known too", () => {
  expect(registry.byNumber("8006771116")).toEqual([elder]);
  expect(registry.byNumber("8005550100")).toEqual([]);
  expect(registry.isInFacts("8552603274")).toBe(true);
});

test("a service is found by its name without the registry's remarks", () => {
  const text = "The Eldercare Locator can tell you.";
  expect(registry.namedIn(text)).toEqual([{ resource: elder, at: { start: 4, end: 21 } }]);
});

test("a longer or shorter form of a known name is known, another name is not", () => {
  expect(registry.isKnownName("National Eldercare Locator Hotline")).toBe(true);
  expect(registry.isKnownName("Caregiver Rescue Hotline")).toBe(false);
});

test("a country's service is there for its states, a state's only for itself", () => {
  expect(servesPlace(elder, "US-OH")).toBe(true);
  expect(servesPlace(ohio, "US-TX")).toBe(false);
  expect(servesPlace(ohio, "US")).toBe(true);
  expect(servesPlace(samaritans, "US")).toBe(false);
});
