import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { figuresOf, houseComplaints, surveyHouse } from "../../scripts/survey-house.ts";

const repository = resolve(import.meta.dirname, "../..");

const parts = ["src", "web/src"].map((folder) => surveyHouse(repository, folder));
test("src and web keep the rules of the house", () => {
  expect(parts.flatMap((files) => houseComplaints(files, parts.flat()))).toEqual([]);
});

describe("the rules are on: a planted violation of each is found", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "house-"));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function complaintsOf(files: Readonly<Record<string, string>>): readonly string[] {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return houseComplaints(surveyHouse(root, "src"));
  }
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `const n${i} = ${i};`).join("\n");

  test("a small tree that keeps them passes, also with long tables and tested helpers", () => {
    const files = {
      "src/store/errors.ts": `export class GoneError extends BenchError {}\n${lines(400)}\n`,
      "src/store/keep.ts": 'import { half } from "./half.ts";\nexport const kept = half(2);\n',
      "src/store/half.ts": "export const half = (n: number) => n / 2;\n",
      "src/store/half.test.ts": "",
    };
    expect(complaintsOf(files)).toEqual([]);
  });

  test("a file of more than 300 lines", () => {
    expect(complaintsOf({ "src/store/all.ts": `${lines(301)}\n` })).toEqual([
      "src/store/all.ts has 301 lines: a file is one idea, at most 300 lines.",
    ]);
  });

  test.each(['import { half } from "./half.ts";', 'const { half } = await import("./half.ts");'])(
    "a few lines for one neighbour alone: %s",
    (imported) => {
      const files = {
        "src/store/keep.ts": `${imported}\nexport const kept = half(2);\n`,
        "src/store/half.ts": "export const half = (n: number) => n / 2;\n",
      };
      expect(complaintsOf(files)).toEqual([
        "src/store/half.ts has 1 lines for src/store/keep.ts alone: let it live there.",
      ]);
    },
  );

  test("a folder of 22 files", () => {
    const files = Object.fromEntries(
      Array.from({ length: 22 }, (_, i) => [`src/store/n${i}.ts`, `export const n${i} = ${i};\n`]),
    );
    expect(complaintsOf(files)).toEqual(["src/store holds 22 files: give parts of it a sub-folder."]);
  });

  test("an error class outside its room's errors.ts", () => {
    const files = { "src/store/lock/held.ts": "export class HeldError extends BenchError {}\n" };
    expect(complaintsOf(files)).toEqual([
      "src/store/lock/held.ts defines HeldError: error classes are in their room's errors.ts.",
    ]);
  });

  test("a name exported twice", () => {
    const files = {
      "src/site/rank.ts": "export function rank() {}\n",
      "src/publish/rank.ts": "export const rank = 1;\n",
    };
    expect(complaintsOf(files)).toEqual([
      "rank is exported by src/publish/rank.ts and src/site/rank.ts: one name, one thing.",
    ]);
  });

  test("another word for artefact", () => {
    expect(complaintsOf({ "src/store/keep.ts": "export type StoredArtifact = string;\n" })).toEqual([
      "src/store/keep.ts says artifact: the word is artefact.",
    ]);
  });

  test("the figures count what a person would", () => {
    const files = {
      "src/store/a.ts": 'import "./b.ts";\nimport type { C } from "../site/c.ts";\nexport type A = C;\n',
      "src/store/b.ts": 'export { type C } from "../site/c.ts";\nexport interface B {}\n',
      "src/site/c.ts": "export interface C {}\n",
    };
    complaintsOf(files);
    const figures = figuresOf(surveyHouse(root, "src"));
    expect(figures).toMatchObject({ files: 3, median: 2, errorFiles: 0, oneImporterShare: 1 / 3 });
    expect(figures.largestFolder).toEqual({ path: "src/store", files: 2 });
  });
});
