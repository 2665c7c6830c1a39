import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixtureVerdicts } from "../report/report-verdicts.fixture.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { locateVerdicts, placeVerdicts } from "./verdict-places.ts";

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "verdict-places-"));
  path = join(folder, "verdicts.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const write = (rows: readonly VerdictRow[]) =>
  writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

test("each transcript's rows are found again, in their order", async () => {
  await write(fixtureVerdicts);
  const places = await locateVerdicts(path, () => undefined);
  const ids = new Set(fixtureVerdicts.map(({ transcript_id }) => transcript_id));
  for (const id of ids) {
    expect(await places.read(id)).toEqual(fixtureVerdicts.filter((row) => row.transcript_id === id));
  }
});

test("rows of one transcript need not stand together", async () => {
  const shuffled = fixtureVerdicts.toSorted((a, b) => (a.mode_id < b.mode_id ? -1 : 1));
  await write(shuffled);
  const places = await locateVerdicts(path, () => undefined);
  const [first] = shuffled;
  if (first === undefined) throw new Error("the fixture is empty");
  const { transcript_id: id } = first;
  expect(await places.read(id)).toEqual(shuffled.filter((row) => row.transcript_id === id));
});

test("letters of several bytes do not shift what follows", async () => {
  const rows = fixtureVerdicts.map((row) => ({ ...row, scorer_version: "é😀\u2028" }));
  await write(rows);
  const places = await locateVerdicts(path, () => undefined);
  const last = rows.at(-1);
  expect(last && (await places.read(last.transcript_id))).toContainEqual(last);
});

test.each([
  ["kept", undefined],
  ["too many to keep", 0],
])("rows that were placed while they were written are found again: %s", async (_, mostKept) => {
  const rows = fixtureVerdicts.map((row) => ({ ...row, scorer_version: "é😀\u2028" }));
  const places = placeVerdicts(path, mostKept);
  const byTranscript = Map.groupBy(rows, ({ transcript_id }) => transcript_id);
  for (const [id, own] of byTranscript)
    places.add(
      id,
      own.map((row) => JSON.stringify(row)),
    );
  await write([...byTranscript.values()].flat());
  for (const [id, own] of byTranscript) expect(await places.read(id)).toEqual(own);
});

test("a visitor sees every row, and the whole of one only where it asks", async () => {
  await write(fixtureVerdicts);
  const seen: string[] = [];
  const failed: VerdictRow[] = [];
  await locateVerdicts(path, (glance, whole) => {
    seen.push(glance.mode_id);
    if (glance.verdict === "FAIL") failed.push(whole());
  });
  expect(seen).toHaveLength(fixtureVerdicts.length);
  expect(failed).toEqual(fixtureVerdicts.filter(({ verdict }) => verdict === "FAIL"));
});

test("a damaged line is named", async () => {
  await writeFile(path, `${JSON.stringify(fixtureVerdicts[0])}\n{"mode_id": 3}\n`);
  await expect(locateVerdicts(path, () => undefined)).rejects.toThrow(/verdicts\.jsonl:2/);
});
