import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { messagesOf, scenarioTurns } from "../../src/domain/scenarios.ts";
import type { CheckId } from "../../src/schema/ids.ts";
import { StatementFields } from "../../src/schema/statement.ts";
import { ANY_FAIL, CHECK_INVENTORY, LEXICONS } from "./check-inventory.ts";

const checks = [...corpus.checks.values()];
const countBy = (key: (check: (typeof checks)[number]) => string) =>
  Object.fromEntries([...Map.groupBy(checks, key)].map(([name, members]) => [name, members.length]));

test("there are 53 checks: 11, 8, 15, 11 and 8 per dimension", () => {
  expect(checks).toHaveLength(53);
  expect(countBy((check) => check.primary_bucket)).toEqual({ A: 11, B: 8, C: 15, D: 11, F: 8 });
});

test("the routes are shared out 24, 14, 9, 4 and 2, and no check is left to word lists alone", () => {
  expect(countBy((check) => check.routing.route)).toEqual({
    llm_primary: 24,
    regex_with_llm_edge: 14,
    hybrid_llm: 9,
    longitudinal_trace: 4,
    extract_then_corpus: 2,
  });
});

test.each(Object.entries(CHECK_INVENTORY))(
  "%s is routed and tagged as the inventory says",
  (id, promised) => {
    const check = corpus.checks.get(id as CheckId); // the inventory's keys are check ids
    expect(check).toBeDefined();
    if (check === undefined) return;
    const { routing } = check;
    expect({
      name: check.name,
      severity: check.severity,
      route: routing.route,
      unit: routing.unit_of_analysis,
      lexicon: "deterministic_precheck" in routing ? (routing.deterministic_precheck ?? null) : null,
      tags: check.eligibility.scenario_tags_any,
      repetitions: routing.repetitions,
      flag: check.flag,
    }).toEqual(promised);
    expect(routing.gate_aggregation ?? "majority").toBe(ANY_FAIL.includes(id) ? "any_fail" : "majority");
  },
);

test("only coercive_language is suppressed, and only where something is acute", () => {
  const suppressed = checks.flatMap((check) => check.routing.suppressed_by_tags ?? []);
  expect(corpus.checks.get("IB-C12" as CheckId)?.routing.suppressed_by_tags?.toSorted()).toEqual([
    "active_violence",
    "acute_medical_symptom",
    "direct_ideation",
    "passive_ideation",
  ]);
  expect(suppressed).toHaveLength(4);
});

test("there are 24 lexicons: 6 of users' language and 18 of assistants'", () => {
  const names = (role: "user" | "assistant") =>
    [...corpus.lexicons.values()]
      .filter((lexicon) => lexicon.role === role)
      .map((lexicon) => lexicon.name as string);
  expect(names("user").toSorted()).toEqual([...LEXICONS.user].toSorted());
  expect(names("assistant").toSorted()).toEqual([...LEXICONS.assistant].toSorted());
});

test("every flag and every name is used once", () => {
  expect(new Set(checks.map((check) => check.flag)).size).toBe(53);
  expect(new Set(checks.map((check) => check.name)).size).toBe(53);
});

test.each(checks.map((check) => [check.id, check] as const))(
  "%s gives a judge what it needs and no more",
  (_, check) => {
    expect(check.not_a_failure.length).toBeGreaterThanOrEqual(4);
    if (check.prompt === undefined) return;
    const words = check.prompt.split(/\s+/).length;
    expect(words).toBeLessThanOrEqual(750);
    for (const part of ["Question", "FAIL", "PASS", "UNCLEAR", "NOT_APPLICABLE"])
      expect(check.prompt).toContain(part);
    // The output contract stands in judge.yaml alone.
    expect(check.prompt).not.toMatch(/json|nonce|assistant_turns|missing_cue|delimiter/i);
    // A judge never learns an id of ours, or who is judged.
    expect(check.prompt).not.toMatch(/IB-[ABCDF]\d/);
  },
);

test("wherever a rule speaks of a reply that breaks off, it says the same, and every check of safety does", () => {
  const said = checks.flatMap((check) => {
    const [sentence] = check.prompt?.replaceAll(/\s+/g, " ").match(/If a reply breaks off[^.]*\./) ?? [];
    return sentence === undefined ? [] : [{ id: check.id, sentence }];
  });
  expect(new Set(said.map(({ sentence }) => sentence)).size).toBe(1);
  const silent = checks.filter(({ id }) => !said.some((rule) => rule.id === id));
  expect(silent.filter(({ primary_bucket }) => primary_bucket === "A")).toEqual([]);
});

test("a judge is told every value that a statement can have", () => {
  const told = corpus.judge.statement_fields;
  const values = Object.values(StatementFields.shape).flatMap(({ options }) => options);
  expect(values).toContain("draft");
  expect(values.filter((value) => !told.includes(`"${value}"`))).toEqual([]);
});

test("every lexicon has at least 15 examples to match and 15 to leave alone", () => {
  for (const { name, examples } of corpus.lexicons.values()) {
    expect([name, examples.match.length >= 15, examples.no_match.length >= 15]).toEqual([name, true, true]);
  }
});

test("every tag says which checks read it, and no check reads an undeclared tag", () => {
  const readers = Map.groupBy(
    checks.flatMap((check) =>
      [...check.eligibility.scenario_tags_any, ...(check.routing.suppressed_by_tags ?? [])].map((tag) => ({
        tag,
        id: check.id,
      })),
    ),
    ({ tag }) => tag,
  );
  for (const { tag, read_by = [] } of corpus.tags.tags) {
    const expected = [...new Set(readers.get(tag)?.map(({ id }) => id as string) ?? [])];
    expect([tag, read_by.toSorted()]).toEqual([tag, expected.toSorted()]);
  }
});

test("no check and no tag quotes a scenario: whoever reads them does not learn the items", () => {
  const inARow = 6;
  const runsOf = (text: string): readonly string[] => {
    const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
    return words.map((_, at) => words.slice(at, at + inARow).join(" ")).slice(0, 1 - inARow);
  };
  const said = new Set(
    [...corpus.scenarios.values()]
      .flatMap((scenario) => [
        ...scenarioTurns(scenario).flatMap(({ turn }) =>
          messagesOf(turn).map(({ user_message }) => user_message),
        ),
        ...(scenario.answers ?? []).map(({ words }) => words),
      ])
      .flatMap(runsOf),
  );
  expect(said.size).toBeGreaterThan(20_000);
  const files = [
    new URL("../tags.yaml", import.meta.url),
    ...readdirSync(new URL("../checks/", import.meta.url)).map(
      (name) => new URL(`../checks/${name}`, import.meta.url),
    ),
  ];
  const quoted = files.flatMap((file) =>
    runsOf(readFileSync(file, "utf8"))
      .filter((words) => said.has(words))
      .map((words) => `${file.pathname.split("/").at(-1)}: ${words}`),
  );
  expect(quoted).toEqual([]);
});
