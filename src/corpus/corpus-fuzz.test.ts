import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { VALID_CORPUS, withCorpus } from "../../test/fixtures/corpus/temporary-corpus.ts";
import { BenchError } from "../kernel/errors.ts";
import { BaseReplies } from "../schema/corpus/base-replies.ts";
import { Check } from "../schema/corpus/check.ts";
import { GoldenSet } from "../schema/corpus/golden-card.ts";
import { HelpLineFile } from "../schema/corpus/help-line.ts";
import { JudgeConfig } from "../schema/corpus/judge-config.ts";
import { Lexicon } from "../schema/corpus/lexicon.ts";
import { LongCards } from "../schema/corpus/long-card.ts";
import { ModelCatalog } from "../schema/corpus/model-catalog.ts";
import { ReferenceFile } from "../schema/corpus/reference-fact.ts";
import { Regime } from "../schema/corpus/regime.ts";
import { RuleFile } from "../schema/corpus/rule-set.ts";
import { Scenario, TagList } from "../schema/corpus/scenario.ts";
import { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import {
  ClaimWords,
  CoordinationWords,
  DisclosureWords,
  ExceptionWords,
  QuestionWords,
  QuoteWords,
  RetrievalWords,
  SpellingWords,
} from "../schema/corpus/words.ts";
import { lintCorpus } from "./lint-corpus.ts";
import { loadCorpus } from "./load-corpus.ts";
import { parseSource } from "./read/source-file.ts";
import { readArtefact } from "./read-artefact.ts";

const SCHEMAS: readonly (readonly [prefix: string, schema: z.ZodType])[] = [
  ["scenarios/", Scenario],
  ["checks/", Check],
  ["lexicons/", Lexicon],
  ["golden/long/", LongCards],
  ["golden/", GoldenSet],
  ["replies/", BaseReplies],
  ["reference/", ReferenceFile],
  ["help-lines/", HelpLineFile],
  ["configs/rules/", RuleFile],
  ["configs/regimes/", Regime],
  ["configs/scoring", ScoringConfig],
  ["configs/judge", JudgeConfig],
  ["configs/models", ModelCatalog],
  ["tags", TagList],
  ["words/claims", ClaimWords],
  ["words/coordination", CoordinationWords],
  ["words/disclosure", DisclosureWords],
  ["words/exceptions", ExceptionWords],
  ["words/questions", QuestionWords],
  ["words/quotes", QuoteWords],
  ["words/retrieval", RetrievalWords],
  ["words/spellings", SpellingWords],
];

const FILES = readdirSync(VALID_CORPUS, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(json|yaml)$/.test(file))
  .sort();

/** Maps that take any key. */
const OPEN_MAPS =
  /(^|\.)(context|facts|updates|metadata|privacy|reporting|levels|\w*abbreviations|misspellings|unless_after|fragments|kinds)$/;

function read(file: string, text: string) {
  const schema = SCHEMAS.find(([prefix]) => file.startsWith(prefix))?.[1];
  if (schema === undefined) throw new Error(`no schema for ${file}`);
  return readArtefact(parseSource(file, text), schema);
}

function original(file: string): string {
  return readFileSync(join(VALID_CORPUS, file), "utf8");
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function valueOfFile(file: string): Json {
  // A fixture that JSON can hold.
  return parseSource(file, original(file)).value as Json;
}

interface Place {
  readonly path: string;
  readonly object: { [key: string]: Json };
}

/** Every map in a value that takes only known keys. */
function closedMaps(value: Json, path = ""): Place[] {
  if (Array.isArray(value)) return value.flatMap((item) => closedMaps(item, path));
  if (typeof value !== "object" || value === null || OPEN_MAPS.test(path)) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => closedMaps(item, `${path}.${key}`));
  return [{ path, object: value }, ...inner];
}

/** A change to one map of a file, drawn from all maps. */
const place = fc.record({ file: fc.constantFrom(...FILES), at: fc.nat(), key: fc.nat() });

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length];
}

function changed(file: string, at: number, change: (object: { [key: string]: Json }) => void): string {
  const value = valueOfFile(file);
  const target = pick(closedMaps(value), at);
  if (target !== undefined) change(target.object);
  return JSON.stringify(value, null, 2);
}

test("a key that no schema knows is never accepted, wherever it is put", () => {
  const key = fc.stringMatching(/^[a-z_]{1,12}$/).map((name) => `zz_${name}`);
  fc.assert(
    fc.property(
      place,
      fc.oneof(key, fc.constantFrom("constructor", "toString", "$comment", "")),
      fc.jsonValue({ maxDepth: 1 }),
      ({ file, at }, unknown, added) => {
        const { value, problems } = read(
          file,
          changed(file, at, (object) => {
            object[unknown] = added as Json;
          }),
        );
        expect(value).toBeNull();
        expect(problems.some(({ message }) => message.includes(`"${unknown}"`))).toBe(true);
      },
    ),
    { numRuns: 600 },
  );
});

test("a key that was renamed is never accepted under its new name", () => {
  fc.assert(
    fc.property(place, fc.constantFrom("x", "_", "s"), ({ file, at, key }, suffix) => {
      let renamed = "";
      const text = changed(file, at, (object) => {
        const old = pick(Object.keys(object), key);
        if (old === undefined) return;
        renamed = old + suffix;
        object[renamed] = object[old] ?? null;
        delete object[old];
      });
      fc.pre(renamed !== "");
      const { value, problems } = read(file, text);
      expect(value).toBeNull();
      expect(problems.some(({ message }) => message.includes(`"${renamed}"`))).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test("a value of another type is refused where it stands, or was allowed to be of that type", () => {
  fc.assert(
    fc.property(place, fc.constantFrom<Json>({ a: 1 }, [[1]], -1.5), ({ file, at, key }, replacement) => {
      const text = changed(file, at, (object) => {
        const old = pick(Object.keys(object), key);
        if (old !== undefined) object[old] = replacement;
      });
      const { value, problems } = read(file, text);
      for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
      if (value === null) expect(problems.length).toBeGreaterThan(0);
      else expect(text).toMatch(/"(context|facts|updates|metadata|privacy|reporting)": \{/);
    }),
    { numRuns: 600 },
  );
});

test("a key that is written twice is refused", () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), fc.nat(), (file, at) => {
      const lines = JSON.stringify(valueOfFile(file), null, 2).split("\n");
      const members = lines.flatMap((line, index) => (/^\s*"[^"]+": .*[^{[],$/.test(line) ? [index] : []));
      const index = pick(members, at);
      fc.pre(index !== undefined);
      lines.splice(index ?? 0, 0, lines[index ?? 0] ?? "");
      const { value, problems } = read(file, lines.join("\n"));
      expect(value).toBeNull();
      expect(problems.map(({ code }) => code)).toContain("duplicate-key");
    }),
    { numRuns: 300 },
  );
});

/** Deletes, inserts or replaces a few characters. */
const damage = fc.array(
  fc.record({
    at: fc.nat(),
    drop: fc.nat({ max: 8 }),
    add: fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom("{", "}", "[", "]", '"', ":", "\n", "\t", "- ", "#", "&a ", "*a", "\u0000", "\ud800"),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(text: string, edits: readonly { at: number; drop: number; add: string }[]): string {
  return edits.reduce((before, { at, drop, add }) => {
    const start = at % (before.length + 1);
    return before.slice(0, start) + add + before.slice(start + drop);
  }, text);
}

test("a damaged file is read or refused, and never crashes the reader", () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), damage, (file, edits) => {
      const { value, problems } = read(file, damaged(original(file), edits));
      expect(value === null).toBe(problems.length > 0);
    }),
    { numRuns: 1500 },
  );
});

test("a corpus with a damaged file is linted, and loaded or refused with a BenchError", async () => {
  await withCorpus({}, async (root) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FILES), damage, async (file, edits) => {
        try {
          await writeFile(join(root, file), damaged(original(file), edits));
          const { problems } = await lintCorpus(root);
          const error = await loadCorpus(root).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          if (error !== null) expect(error).toBeInstanceOf(BenchError);
          if (error !== null) expect(problems.some(({ severity }) => severity === "error")).toBe(true);
        } finally {
          await writeFile(join(root, file), original(file));
        }
      }),
      { numRuns: 150 },
    );
  });
});
