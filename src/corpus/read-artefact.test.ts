import { expect, test } from "vitest";
import * as z from "zod";
import { Check } from "../schema/corpus/check.ts";
import { Lexicon } from "../schema/corpus/lexicon.ts";
import { Turn } from "../schema/corpus/scenario.ts";
import { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import { parseSource } from "./read/source-file.ts";
import { readArtefact } from "./read-artefact.ts";

function explain<Value>(schema: z.ZodType<Value>, text: string): string[] {
  return readArtefact(parseSource("a.yaml", text), schema).problems.map(
    ({ code, line, column, message, suggestion }) =>
      `${line}:${column} ${code}: ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`,
  );
}

const TURN = "t: 1\nuser_message: hello\nexpected_behaviors: [listens]\n";
const CRITERION = "id: warmth, question: Warm?, dimension: regard";
const LEXICON = "name: a\nrole: user\ndescription: b\nexamples: { match: [a], no_match: [b] }\n";

test("an unknown key is named where it stands, with the nearest known one", () => {
  expect(explain(Turn, `${TURN}note: x\n`)).toEqual(['4:1 unknown-key: unknown key "note" ("notes")']);
  expect(explain(Turn, `${TURN}weather: x\n`)).toEqual(['4:1 unknown-key: unknown key "weather"']);
});

test("a misspelt required key is one problem", () => {
  expect(explain(Turn, TURN.replace("user_message", "user_mesage"))).toEqual([
    '2:1 unknown-key: unknown key "user_mesage" ("user_message")',
  ]);
});

test("a wrong type says what was expected and what was found", () => {
  expect(explain(Turn, TURN.replace("t: 1", "t: five"))).toEqual([
    '1:4 wrong-type: expected a number, found "five"',
  ]);
  expect(explain(Turn, TURN.replace("t: 1", "t: 1.5"))).toEqual([
    "1:4 wrong-type: expected a whole number, found 1.5",
  ]);
  expect(explain(Turn, TURN.replace("hello", "[hello]"))).toEqual([
    "2:15 wrong-type: expected text, found a list",
  ]);
  expect(explain(Turn, TURN.replace("hello", "5"))).toEqual([
    '2:15 wrong-type: expected text, found 5 ("5")',
  ]);
  expect(explain(Turn, TURN.replace("hello", ""))).toEqual(["2:15 wrong-type: expected text, found nothing"]);
  expect(explain(Turn, "- 1\n")).toEqual(["1:1 wrong-type: expected a map, found a list"]);
});

test("a missing key is reported at the object that lacks it", () => {
  expect(explain(Turn, `${TURN}probes:\n  - kind: recall\n`)).toEqual([
    '5:5 missing-key: the key "expected" is missing',
  ]);
});

test("an unknown value lists the choices and the nearest", () => {
  expect(explain(Turn, `${TURN}probes:\n  - { kind: recal, expected: [x] }\n`)).toEqual([
    '5:13 unknown-value: expected one of "recall", "abstention", "time", "multi_session", "boundary_check", "pronoun_continuity", found "recal" ("recall")',
  ]);
});

test("a discriminated union speaks of the variant that was named", () => {
  expect(explain(Turn, `${TURN}rubric:\n  - { kind: ordinal, ${CRITERION} }\n`)).toEqual([
    '5:5 missing-key: the key "levels" is missing where "kind" is "ordinal"',
  ]);
  expect(
    explain(Turn, `${TURN}rubric:\n  - { kind: binary, ${CRITERION}, levels: { "0": a, "1": b } }\n`),
  ).toEqual(['5:69 unknown-key: unknown key "levels" where "kind" is "binary"']);
  expect(explain(Turn, `${TURN}rubric:\n  - { kind: ordnal, ${CRITERION} }\n`)).toEqual([
    '5:13 unknown-value: expected one of "binary", "autofail", "ordinal", found "ordnal" ("ordinal")',
  ]);
  expect(explain(Turn, `${TURN}rubric:\n  - { ${CRITERION} }\n`)).toEqual([
    '5:5 missing-key: the key "kind" is missing',
  ]);
});

test("a misspelt discriminator is an unknown key", () => {
  expect(explain(Turn, `${TURN}rubric:\n  - { kin: ordinal, ${CRITERION} }\n`)).toEqual([
    '5:7 unknown-key: unknown key "kin" ("kind")',
  ]);
});

test("a plain union speaks of the option that comes nearest", () => {
  expect(explain(Lexicon, `${LEXICON}entries:\n  - { pattern: x }\n`)).toEqual([
    '6:5 missing-key: the key "literal" is missing',
  ]);
  expect(explain(Lexicon, `${LEXICON}entries:\n  - { phrse: x }\n`)).toEqual([
    '6:7 unknown-key: unknown key "phrse" ("phrase")',
  ]);
  expect(explain(Lexicon, `${LEXICON}entries: [{ phrase: x }]\nexceptions: [negaton]\n`)).toEqual([
    expect.stringContaining('6:14 unknown-value: expected one of "negation"'),
  ]);
  const Kept = z.strictObject({ kept: z.union([z.boolean(), z.string(), z.array(z.string())]) });
  expect(explain(Kept, "kept: 3\n")).toEqual([
    "1:7 wrong-type: expected true or false or text or a list, found 3",
  ]);
});

test("a key that its map does not allow is reported at the key", () => {
  const text = "dimension_weights: { Z: 1 }\n";
  expect(explain(ScoringConfig, text)).toContainEqual(
    expect.stringMatching(/^1:22 (bad-key|unknown-key): .*"Z"/),
  );
});

test("formats, sizes and refinements keep the schema's own words", () => {
  expect(explain(Lexicon, `${LEXICON.replace("name: a", "name: A-b")}entries: [{ phrase: x }]\n`)).toEqual([
    '1:7 bad-format: "A-b": a lexicon name is lower_snake_case',
  ]);
  expect(explain(Lexicon, `${LEXICON}entries: []\n`)).toEqual([
    "5:10 out-of-range: expected at least 1 item, found a list",
  ]);
  expect(explain(Turn, "t: 0\nuser_message: hello\nexpected_behaviors: [x]\n")).toEqual([
    "1:4 out-of-range: expected a number at least 1, found 0",
  ]);
  expect(explain(Turn, "t: 1\nuser_message: hello\n")).toEqual([
    "1:1 inconsistent: a turn needs expected_behaviors or a rubric",
  ]);
});

test("all mistakes of a file are reported at once, and what is right of it is kept", () => {
  const text = `t: one\nuser_message: hello\nmood: low\nrubric:\n  - { kind: ordinal, ${CRITERION} }\nprobes: [{ kind: recall, expected: [x] }, 5]\n`;
  const artefact = readArtefact(parseSource("a.yaml", text), Turn);
  expect(artefact.problems.map(({ code }) => code).sort()).toEqual([
    "missing-key",
    "unknown-key",
    "wrong-type",
    "wrong-type",
  ]);
  expect(artefact.value).toBeNull();
  expect(artefact.draft).toMatchObject({
    user_message: "hello",
    rubric: [{ kind: "ordinal", id: "warmth" }],
    probes: [{ kind: "recall", expected: ["x"] }, undefined],
  });
  expect(artefact.draft).not.toHaveProperty("t");
  expect(artefact.draft).not.toHaveProperty("mood");
});

test("an object of unknown variant is taken out of the draft whole", () => {
  const artefact = readArtefact(
    parseSource("a.yaml", "id: IB-A1\nrouting: { route: guess, repetitions: x }\n"),
    Check,
  );
  expect(artefact.draft).toEqual({ id: "IB-A1" });
});
