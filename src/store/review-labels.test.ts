import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReviewLabel } from "../schema/review/review-label.ts";
import { openLabelLog, readLabelLogs } from "./review-labels.ts";

const BATCH = "a".repeat(64);
const ITEM = "0".repeat(16);
const ABOUT = { batch: { hash: BATCH }, items: [{ item: ITEM }] };

function label(parts: Partial<ReviewLabel> = {}): ReviewLabel {
  return ReviewLabel.parse({
    schema_version: 1,
    batch_hash: BATCH,
    item: ITEM,
    annotator: "anna",
    revision: 1,
    saved_at: "2026-11-15T10:00:00.000Z",
    label: "PASS",
    quote: null,
    confidence: null,
    note: "",
    ...parts,
  });
}

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ib-labels-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(...labels: readonly ReviewLabel[]): Promise<void> {
  const log = await openLabelLog(folder, "anna", ABOUT);
  for (const one of labels) await log.append(one);
  await log.close();
}

test("every version is kept, and the last one counts", async () => {
  await write(label(), label({ revision: 2, label: "FAIL", note: "After all." }));
  expect((await readFile(join(folder, "anna.jsonl"), "utf8")).trim().split("\n")).toHaveLength(2);
  const labels = await readLabelLogs(folder, ABOUT);
  expect(labels.get("anna")?.get(ITEM)).toMatchObject({ revision: 2, label: "FAIL" });
});

test("a line that a crash cut off is dropped, and the next label stands on a line of its own", async () => {
  await write(label());
  await appendFile(join(folder, "anna.jsonl"), '{"schema_version":1,"batch_ha');
  await write(label({ revision: 2, label: "UNCLEAR" }));
  const labels = await readLabelLogs(folder, ABOUT);
  expect(labels.get("anna")?.get(ITEM)).toMatchObject({ revision: 2, label: "UNCLEAR" });
});

test("labels can be read while they are written", async () => {
  const log = await openLabelLog(folder, "anna", ABOUT);
  await log.append(label());
  expect((await readLabelLogs(folder, ABOUT)).get("anna")?.size).toBe(1);
  await log.close();
});

test("labels of another batch, or under another's name, are refused", async () => {
  await write(label());
  await expect(readLabelLogs(folder, { ...ABOUT, batch: { hash: "b".repeat(64) } })).rejects.toMatchObject({
    code: "IB_REVIEW_BATCH_CHANGED",
  });
  await appendFile(join(folder, "ben.jsonl"), `${JSON.stringify(label())}\n`);
  await expect(readLabelLogs(folder, ABOUT)).rejects.toMatchObject({ code: "IB_REVIEW_BATCH_CHANGED" });
});

test("a label about an item that the batch does not have is refused with file and line", async () => {
  await write(label(), label({ item: "1".repeat(16) }));
  const refused = {
    code: "IB_BAD_REVIEW_LABEL",
    message: `${join(folder, "anna.jsonl")}:2 is about ${"1".repeat(16)}, which is no item of the batch.`,
  };
  await expect(readLabelLogs(folder, ABOUT)).rejects.toMatchObject(refused);
  await expect(openLabelLog(folder, "anna", ABOUT)).rejects.toMatchObject(refused);
});

test.each([
  ["not JSON", '{"schema_version":1,"batch_ha'],
  ["no label", '{"schema_version":1}'],
])("a damaged line (%s) is named, with how to go on without it", async (_what, line) => {
  await write(label());
  await appendFile(join(folder, "anna.jsonl"), `${line}\n${JSON.stringify(label({ revision: 2 }))}\n`);
  await expect(readLabelLogs(folder, ABOUT)).rejects.toMatchObject({
    code: "IB_BAD_REVIEW_LABEL",
    message: expect.stringContaining(`${join(folder, "anna.jsonl")}:2: `),
    hint: expect.stringMatching(/Keep a copy of the file elsewhere, remove line 2/),
  });
});

test.each(["Ben2.jsonl", "ben.jsonl.bak", "ben.json", "adjudicated.jsonl"])(
  "%s is nobody's label file, and is named instead of skipped",
  async (name) => {
    await write(label());
    await writeFile(join(folder, name), "");
    await expect(readLabelLogs(folder, ABOUT)).rejects.toMatchObject({
      code: "IB_NOT_A_LABEL_FILE",
      message: expect.stringContaining(join(folder, name)),
    });
  },
);

test("the lock of a server and what it leaves are no labels, and an annotator may be called lock", async () => {
  await write(label());
  for (const name of ["lock", `lock.${"0".repeat(64)}`, "lock.12.0123456789ab.tmp"])
    await writeFile(join(folder, name), "");
  await writeFile(join(folder, "lock.jsonl"), `${JSON.stringify(label({ annotator: "lock" }))}\n`);
  expect([...(await readLabelLogs(folder, ABOUT)).keys()]).toEqual(["anna", "lock"]);
});
