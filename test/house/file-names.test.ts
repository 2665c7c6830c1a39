import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");

/** Files besides the layout that may name files, and why. */
const ALLOWED: readonly (readonly [path: RegExp, because: string])[] = [
  [/^store\/layout\.ts$/, "it is the one place that knows"],
  [/^schema\/site-paths\.ts$/, "the page in the browser asks for chunks by the same paths"],
  [
    /^site\/published-pages\.ts$/,
    "pages of a site and the way from one to another, which nobody reads from a disk",
  ],
  [/^corpus\//, "what people write into a corpus or a project, not what we write"],
  [/^api\/init(?:\.ts$|\/)/, "a start for such a corpus"],
  [/^providers\/chain\/with-cache\.ts$/, "its folder is its own, and one edge does not know another"],
  [/^providers\/batch\/openai-batches\.ts$/, "an upload's, at OpenAI"],
  [/^providers\/batch\/file-batches\.ts$/, "in two folders that a person named, for another program to read"],
  [/^kernel\/tool-version\.ts$/, "the package's own"],
  [/^cli\/commands\//, "examples for people"],
  [
    /^api\/(calibrate\/labels|review\/merge)\.ts$/,
    "files that a person named: their ending says what they are",
  ],
  [/^server\//, "content types by ending"],
];

const NAMED =
  /(["'`])(?:(?!\1)[^\n])*(?<!\\)\.(?:jsonl?|md|html|csv|parquet|xml|tmp)(?![a-z])(?:(?!\1)[^\n])*\1/g;

/** Literals of a source text that name a file on disk; comments and imports do not count. */
function fileNamesIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/[^\n]*/g, "$1");
  const lines = code.split("\n").filter((line) => !/^import |^\} from "/.test(line));
  return [...lines.join("\n").matchAll(NAMED)]
    .map(([literal]) => literal)
    .filter((literal) => !isProse(literal));
}

/** A sentence may mention a file's name. */
function isProse(literal: string): boolean {
  return /[A-Za-z]{2,} [A-Za-z]/.test(literal);
}

test("a planted file name is found, and a mention in a comment or in a sentence is none", () => {
  const planted = [
    'const path = join(directory, "verdicts.jsonl");',
    "await write(`./summary.md`, text);",
    'if (name.endsWith(".json")) return;',
    "/** One line of `verdicts.jsonl`. */",
    "// see summary.json",
    'import page from "./page.html";',
    'throw new Error("The file summary.json is not there");',
  ];
  expect(fileNamesIn(planted.join("\n"))).toEqual(['"verdicts.jsonl"', "`./summary.md`", '".json"']);
});

test("file names on disk are known to store/layout.ts alone", () => {
  const named = globSync("**/*.ts", { cwd: SOURCE })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.(test|fixture|contract)\.ts$/.test(path))
    .filter((path) => !ALLOWED.some(([allowed]) => allowed.test(path)))
    .flatMap((path) =>
      fileNamesIn(readFileSync(join(SOURCE, path), "utf8")).map((name) => `${path}: ${name}`),
    );
  expect(named).toEqual([]);
});
