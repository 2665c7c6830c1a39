import { appendFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalTail } from "./journal.ts";

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-tail-"));
  path = join(folder, "journal.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const AT = "2026-11-15T10:15:00.000Z";
const closed = (outcome: string) => JSON.stringify({ event: "closed", outcome, at: AT });

/** The outcomes of the new lines, and whether these start the file. */
async function outcomesOf(tail: JournalTail) {
  const { isFromStart, entries } = await tail.readNew();
  const outcomes = (await Array.fromAsync(entries)).map((entry) =>
    "outcome" in entry ? entry.outcome : null,
  );
  return { isFromStart, outcomes };
}

test("a journal that is not there yet has no lines", async () => {
  expect((await outcomesOf(new JournalTail(path))).outcomes).toEqual([]);
});

test("each whole line is given once, and a torn one when its end has come", async () => {
  const tail = new JournalTail(path);
  const torn = closed("interrupted");
  await appendFile(path, `${closed("finished")}\n${torn.slice(0, 12)}`);
  expect(await outcomesOf(tail)).toEqual({ isFromStart: true, outcomes: ["finished"] });
  expect(await outcomesOf(tail)).toEqual({ isFromStart: false, outcomes: [] });
  await appendFile(path, `${torn.slice(12)}\n${closed("finished")}\n`);
  expect(await outcomesOf(tail)).toEqual({ isFromStart: false, outcomes: ["interrupted", "finished"] });
});

test("a journal that became shorter is read from its start", async () => {
  const tail = new JournalTail(path);
  await writeFile(path, `${closed("finished")}\n`.repeat(3));
  await outcomesOf(tail);
  await writeFile(path, `${closed("interrupted")}\n`);
  expect(await outcomesOf(tail)).toEqual({ isFromStart: true, outcomes: ["interrupted"] });
});

test("a journal that another took the place of is read from its start, however long it is", async () => {
  const tail = new JournalTail(path);
  await writeFile(path, `${closed("finished")}\n`);
  await outcomesOf(tail);
  await writeFile(`${path}.new`, `${closed("interrupted")}\n`.repeat(2));
  await rename(`${path}.new`, path);
  expect(await outcomesOf(tail)).toEqual({ isFromStart: true, outcomes: ["interrupted", "interrupted"] });
});

test("a damaged line is refused until it is mended, and then all is read again", async () => {
  const tail = new JournalTail(path);
  await writeFile(path, `${closed("finished")}\n`);
  await outcomesOf(tail);
  await appendFile(path, "{damaged}\n");
  await expect(outcomesOf(tail)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
  await expect(outcomesOf(tail)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
  await writeFile(path, `${closed("finished")}\n${closed("interrupted")}\n`);
  expect(await outcomesOf(tail)).toEqual({ isFromStart: true, outcomes: ["finished", "interrupted"] });
});
