import { expect, test } from "vitest";
import { checkWith } from "../schema/artefacts.fixture.ts";
import { ReferenceFact } from "../schema/reference-fact.ts";
import { factsForCheck } from "./facts-for-check.ts";

const fact = (id: string, topic: string) =>
  ReferenceFact.parse({
    id,
    topic,
    claim: "It is so.",
    common_misstatements: [],
    jurisdiction: "US",
    as_of: "2026-11-15",
    source: "https://example.org",
    verification: "primary",
  });
const facts = [fact("F-1", "medicare"), fact("F-2", "hospice")];

test("a check that is decided by facts brings those of its topics, and no source", () => {
  const check = checkWith({
    route: "extract_then_corpus",
    unit_of_analysis: "turn_level",
    corpus_required: true,
    reference: ["hospice"],
  });
  expect(factsForCheck(check, facts)).toEqual([
    { id: "F-2", claim: "It is so.", common_misstatements: [], jurisdiction: "US", as_of: "2026-11-15" },
  ]);
});

test("a check that needs no facts brings none", () => {
  expect(factsForCheck(checkWith({ route: "llm_primary", unit_of_analysis: "turn_level" }), facts)).toEqual(
    [],
  );
});
