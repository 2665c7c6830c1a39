import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");

/** Files that judge texts. */
const JUDGING = "{text,verify,score,calibrate}/**/*.ts";

/** Files that may contain a list of English words, and why. */
const ALLOWED: readonly (readonly [path: RegExp, because: string])[] = [
  [/^text\/injection\//, "rules of the engine against attacks on a judge: no corpus may weaken them"],
  [
    /^text\/(normalise\/sentences|quotes\/quoted-ranges)\.ts$/,
    "abbreviations and elisions: how any text is read",
  ],
  [/^text\/deidentify\//, "what may leave the machine: no corpus may weaken it"],
  [/^text\/find\//, "names of columns: a search finds what was judged, and judges nothing"],
  [/^calibrate\/attack-/, "texts that attack a judge on purpose, to see whether it holds"],
];

const FEWEST = 4;

/** Alternations of plain words in patterns, and lists of single words. */
function wordListsIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/[^\n]*/g, "$1");
  const word = "[a-z][a-z' ]*[a-z]";
  const alternation = new RegExp(`\\b${word}(?:\\|${word}){${FEWEST - 1},}`, "g");
  const list = new RegExp(`(?:new Set\\()?\\[\\s*"${word}"(?:,\\s*"${word}"){${FEWEST - 1},},?\\s*\\]`, "g");
  return [...code.matchAll(alternation), ...code.matchAll(list)].map(([found]) =>
    found.replaceAll(/\s+/g, " "),
  );
}

test("a planted list of words is found, in a pattern and as a list, and three names of fields are none", () => {
  const planted = [
    "const HEDGES = /\\b(?:perhaps|maybe|might|could be)\\b/;",
    'const NEGATORS = new Set(["not", "never", "nobody", "none"]);',
    'const shape = value.pick(["mean", "low", "high"]);',
    "// perhaps|maybe|might|could",
  ];
  expect(wordListsIn(planted.join("\n"))).toEqual([
    "perhaps|maybe|might|could be",
    'new Set(["not", "never", "nobody", "none"]',
  ]);
});

test("words that decide scores are data in benchmark/, not constants in code", () => {
  const found = globSync(JUDGING, { cwd: SOURCE })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.(test|fixture|contract)\.ts$/.test(path))
    .filter((path) => !ALLOWED.some(([allowed]) => allowed.test(path)))
    .flatMap((path) =>
      wordListsIn(readFileSync(join(SOURCE, path), "utf8")).map((words) => `${path}: ${words}`),
    );
  expect(found).toEqual([]);
});
