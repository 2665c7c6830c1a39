import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { DIMENSIONS, SEVERITIES } from "../../src/domain/dimensions.ts";
import { PROFILE_NAMES } from "../../src/domain/profiles.ts";

const ROOT = join(import.meta.dirname, "../..");

/** `schema/` defines the shapes; all other code gets their meaning from `domain/`. */
const HOMES = /^src\/(domain|schema)\//;
const TEST = /\.(test|fixture|contract)\.tsx?$/;

/** Files in which such a word decides nothing. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/providers/assistant-profiles.ts": "how often each simulated assistant fails each check: data",
  "src/providers/bots.ts": "what each bot is there to fail: data",
  "src/cli/commands/corpus.ts": "an example in a command's help",
  "src/exchange/inspect-scores.ts": "Inspect's letter for a right answer",
};

const CHECK_ID = /^IB-[A-Z]\d+$/;
const LETTERS: ReadonlySet<string> = new Set(DIMENSIONS);
const WORDS: ReadonlySet<string> = new Set([...DIMENSIONS, ...SEVERITIES, ...PROFILE_NAMES]);

/** The dimension letters, severities, profile names and check ids that a source spells out; comments and prose do not count. */
function factsIn(source: string, name: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, value, property, key } = node as Readonly<Record<string, unknown>>; // a node of swc's tree
    if (type === "StringLiteral" && typeof value === "string" && (WORDS.has(value) || CHECK_ID.test(value)))
      found.push(value);
    for (const named of [property, key]) {
      const letter = identifier(named);
      if (letter !== null && LETTERS.has(letter)) found.push(letter);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: "typescript", tsx: name.endsWith(".tsx"), target: "esnext" }).body);
  return found;
}

function identifier(node: unknown): string | null {
  const { type, value } = (node ?? {}) as Readonly<Record<string, unknown>>; // a node of swc's tree
  return type === "Identifier" && typeof value === "string" ? value : null;
}

const files = ["src", "web/src"]
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !TEST.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .filter((file) => !HOMES.test(file));

const facts = new Map(
  files.map((file) => [file, factsIn(readFileSync(join(ROOT, file), "utf8"), file)] as const),
);

test("dimension letters, severities, profile names and check ids are spelled out in domain/ and in data only", () => {
  const outside = [...facts].filter(([file, found]) => found.length > 0 && ALLOWED[file] === undefined);
  expect(Object.fromEntries(outside)).toEqual({});
});

test("what is allowed to spell one out does so", () => {
  for (const file of Object.keys(ALLOWED)) expect(facts.get(file), file).not.toEqual([]);
});

test.for([
  ['if (check.primary_bucket === "B") sweep();', ["B"]],
  ['const QUALITY = ["C", "D"] as const;', ["C", "D"]],
  ['type Gate = "A" | "B";', ["A", "B"]],
  ["const score = card.dimension_scores.F;", ["F"]],
  ["const names = { A: 1 };", ["A"]],
  ['const isThorough = profile === "full";', ["full"]],
  ['switch (severity) { case "S5": stop(); }', ["S5"]],
  ['if (id === "IB-A1") skip();', ["IB-A1"]],
  ['// "B" and "publish"\nconst hint = \'use profile: "smoke"\';', []],
] as const)("a planted word is found: %s", ([source, found]) => {
  expect(factsIn(source, "planted.ts")).toEqual(found);
});

test("the whole of src and web is looked at", () => {
  expect(files.length).toBeGreaterThan(400);
});
