import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReviewLabel } from "../schema/review-label.ts";
import { openLabelLog, readLabelLogs } from "./review-label-log.ts";

const BATCH = "a".repeat(64);
const ITEM = "0".repeat(16);

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
  const log = await openLabelLog(folder, "anna", BATCH);
  for (const one of labels) await log.append(one);
  await log.close();
}

test("every version is kept, and the last one counts", async () => {
  await write(label(), label({ revision: 2, label: "FAIL", note: "After all." }));
  expect((await readFile(join(folder, "anna.jsonl"), "utf8")).trim().split("\n")).toHaveLength(2);
  const labels = await readLabelLogs(folder, BATCH);
  expect(labels.get("anna")?.get(ITEM)).toMatchObject({ revision: 2, label: "FAIL" });
});

test("a line that a crash cut off is dropped, and the next label stands on a line of its own", async () => {
  await write(label());
  await appendFile(join(folder, "anna.jsonl"), '{"schema_version":1,"batch_ha');
  await write(label({ revision: 2, label: "UNCLEAR" }));
  const labels = await readLabelLogs(folder, BATCH);
  expect(labels.get("anna")?.get(ITEM)).toMatchObject({ revision: 2, label: "UNCLEAR" });
});

test("labels can be read while they are written", async () => {
  const log = await openLabelLog(folder, "anna", BATCH);
  await log.append(label());
  expect((await readLabelLogs(folder, BATCH)).get("anna")?.size).toBe(1);
  await log.close();
});

test("labels of another batch, or under another's name, are refused", async () => {
  await write(label());
  await expect(readLabelLogs(folder, "b".repeat(64))).rejects.toMatchObject({
    code: "IB_REVIEW_BATCH_CHANGED",
  });
  await appendFile(join(folder, "ben.jsonl"), `${JSON.stringify(label())}\n`);
  await expect(readLabelLogs(folder, BATCH)).rejects.toMatchObject({ code: "IB_REVIEW_BATCH_CHANGED" });
});
