import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Check, Routing } from "./check.ts";

const fixture = join(import.meta.dirname, "../../../test/fixtures/artefacts/authored/check.json");
const check = Check.parse(JSON.parse(readFileSync(fixture, "utf8")));

test("every check but a lexicon_only one has a prompt", () => {
  const { prompt, ...unprompted } = { ...check, fails_by: "commission" };
  const lexiconOnly = { ...check.routing, route: "lexicon_only", llm_required: false };
  expect(prompt).toBeDefined();
  expect(Check.safeParse(unprompted).error?.issues[0]?.path).toEqual(["prompt"]);
  expect(Check.safeParse({ ...unprompted, routing: lexiconOnly }).success).toBe(true);
  expect(Check.safeParse({ ...check, routing: lexiconOnly }).error?.issues[0]?.path).toEqual(["prompt"]);
});

test("a check says what its failure consists of, and word lists cannot find what is missing", () => {
  const { fails_by, prompt, ...unsaid } = check;
  expect([fails_by, typeof prompt]).toEqual(["omission", "string"]);
  expect(Check.safeParse({ ...unsaid, prompt }).error?.issues[0]?.path).toEqual(["fails_by"]);
  const routing = { ...check.routing, route: "lexicon_only", llm_required: false };
  expect(Check.safeParse({ ...unsaid, fails_by, routing }).error?.issues[0]?.path).toEqual(["fails_by"]);
});

test("only an event window has a size", () => {
  const routing = { ...check.routing, unit_of_analysis: "session_state" };
  expect(Check.safeParse({ ...check, routing }).error?.issues[0]?.path).toEqual(["routing", "window"]);
});

test("a route that looks for words names its lexicon", () => {
  const { deterministic_precheck, ...routing } = { deterministic_precheck: undefined, ...check.routing };
  expect(deterministic_precheck).toBe("crisis_cues");
  expect(Routing.safeParse(routing).success).toBe(false);
  expect(Routing.safeParse({ ...routing, route: "llm_primary" }).success).toBe(true);
});

test("a check id is a dimension and a number", () => {
  for (const id of ["IB-E1", "IB-A0", "IB-A100", "ib-a1", "A1"]) {
    expect(Check.safeParse({ ...check, id }).error?.issues[0]?.path).toEqual(["id"]);
  }
});
