import { expect, test } from "vitest";
import { CareResource } from "../schema/rule-set.ts";
import { supportResources } from "./support-resources.ts";

const resource = (name: string, needs: readonly string[], parts: object = {}) =>
  CareResource.parse({
    name,
    numbers: ["988"],
    for: needs,
    regions: ["US"],
    source: "https://example.org",
    as_of: "2026-11-15",
    ...parts,
  });

test("a reader is shown what helps anybody in despair, each line once", () => {
  const shown = supportResources([
    resource("Lifeline", ["suicide", "emotional_crisis"], { text: "988" }),
    resource("Veterans", ["suicide", "veterans"]),
    resource("Poison Help", ["poisoning"]),
    resource("Doctor on call", ["medical_advice"]),
    resource("Lifeline", ["suicide"]),
  ]);
  expect(shown).toEqual([{ name: "Lifeline", numbers: ["988"], text: "988", regions: ["US"] }]);
});
