import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalTail } from "./journal-tail.ts";

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-tail-"));
  path = join(folder, "journal.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const AT = "2026-11-15T10:15:00.000Z";
const closed = (outcome: string) => JSON.stringify({ event: "closed", outcome, at: AT });

test("a journal that is not there yet has no lines", async () => {
  expect(await Array.fromAsync(new JournalTail(path).readNew())).toEqual([]);
});

test("each whole line is given once, and a torn one when its end has come", async () => {
  const tail = new JournalTail(path);
  const outcomes = async () =>
    (await Array.fromAsync(tail.readNew())).map((entry) => ("outcome" in entry ? entry.outcome : null));
  const torn = closed("interrupted");
  await appendFile(path, `${closed("finished")}\n${torn.slice(0, 12)}`);
  expect(await outcomes()).toEqual(["finished"]);
  expect(await outcomes()).toEqual([]);
  await appendFile(path, `${torn.slice(12)}\n${closed("finished")}\n`);
  expect(await outcomes()).toEqual(["interrupted", "finished"]);
});
