import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { readJsonArtefact, readJsonLines, writeJsonArtefact, writeJsonLines } from "./artefact-files.ts";

const Row = z.strictObject({ schema_version: z.literal(1), text: z.string(), optional: z.int().optional() });

async function filePath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-artifact-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, "artifact");
}

async function readRows(path: string, tornLastLine: "refuse" | "drop" = "refuse") {
  return Array.fromAsync(readJsonLines(path, Row, { version: 1, tornLastLine }));
}

const row = (text: string) => ({ schema_version: 1 as const, text });

test("an artefact is two-space JSON with a newline at its end", async () => {
  const path = await filePath();
  await writeJsonArtefact(path, row("a"));
  expect(await readFile(path, "utf8")).toBe('{\n  "schema_version": 1,\n  "text": "a"\n}\n');
});

test("whatever text rows hold, they come back as they were", async () => {
  const path = await filePath();
  const texts = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\n", "\r\n", "\u2028", "\ud800")),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (contents) => {
      const rows = contents.map(row);
      await writeJsonLines(path, rows);
      expect(await readRows(path)).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test("a line longer than a chunk of the reader is one line", async () => {
  const path = await filePath();
  const rows = [row("é".repeat(400_000)), row("short"), row("x".repeat(700_000))];
  await writeJsonLines(path, rows);
  expect(await readRows(path)).toEqual(rows);
});

test("parsing puts keys into the schema's order, so that bytes do not depend on who made the value", () => {
  expect(JSON.stringify(Row.parse({ optional: 2, text: "a", schema_version: 1 }))).toBe(
    '{"schema_version":1,"text":"a","optional":2}',
  );
});

test("a missing artefact is named", async () => {
  const path = await filePath();
  const missing = { code: "IB_NO_SUCH_ARTIFACT", message: expect.stringContaining(path) };
  await expect(readJsonArtefact(path, Row, 1)).rejects.toMatchObject(missing);
  await expect(readRows(path)).rejects.toMatchObject(missing);
});

test("a folder in an artefact's place is an error the user can fix", async () => {
  const path = await filePath();
  await mkdir(path);
  await expect(readJsonArtefact(path, Row, 1)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
  await expect(readRows(path)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
});

test("an artefact of a newer version is refused by name, before its other keys are looked at", async () => {
  const path = await filePath();
  await writeFile(path, '{"schema_version":3,"text":"a","novelty":true}\n');
  const newer = {
    code: "IB_NEWER_SCHEMA",
    message: expect.stringContaining("newer InvisibleBench (schema_version 3, this one reads up to 1)"),
    hint: expect.stringContaining("Upgrade"),
  };
  await expect(readJsonArtefact(path, Row, 1)).rejects.toMatchObject(newer);
  await expect(readRows(path)).rejects.toMatchObject(newer);
});

test.for([
  ['{"schema_version":1,"text":3}', "text"],
  ['{"schema_version":1,"text":"a","txet":"b"}', "txet"],
  ['{"schema_version":0,"text":"a"}', "schema_version"],
  ["[]", "object"],
  ["{", "not JSON"],
  ["", "not JSON"],
] as const)("a malformed artefact is refused: %j", async ([text, problem]) => {
  const path = await filePath();
  await writeFile(path, text);
  await expect(readJsonArtefact(path, Row, 1)).rejects.toMatchObject({
    code: "IB_BAD_ARTIFACT",
    message: expect.stringContaining(problem),
  });
});

test("a malformed row is refused with its line", async () => {
  const path = await filePath();
  await writeFile(path, '{"schema_version":1,"text":"a"}\n{"schema_version":1}\n');
  await expect(readRows(path)).rejects.toMatchObject({
    code: "IB_BAD_ARTIFACT",
    message: expect.stringContaining(`${path}:2: text`),
  });
});

test("a torn last row is dropped only where the reader says so", async () => {
  const path = await filePath();
  await writeFile(path, '{"schema_version":1,"text":"a"}\n{"schema_ver');
  await expect(readRows(path)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
  expect(await readRows(path, "drop")).toEqual([row("a")]);
});
