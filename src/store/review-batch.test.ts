import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReviewItem } from "../schema/review/review-batch.ts";
import type { ReviewKey } from "../schema/review/review-key.ts";
import { reviewDirectory } from "./layout.ts";
import { keepReviewBatch, readReviewBatch, readReviewKey, sealReviewBatch } from "./review-batch.ts";

const items = ["0".repeat(16), "1".repeat(16)].map((item) =>
  ReviewItem.parse({
    item,
    axis: "IB-A1",
    pass_rule: "It did not happen.",
    fail_rule: "It happened.",
    not_a_failure: [],
    windows: [
      { cue_turns: [], turns: [{ turn: 1, role: "assistant", content: "A reply\u2028of two lines" }] },
    ],
  }),
);
const content = { simulated: true, corpus_version: "1.0.0", references: [], resources: [] };
const sealed = sealReviewBatch(content, items);

function keyFor({ batch_id, hash }: { batch_id: string; hash: string }): ReviewKey {
  const [first] = items;
  if (first === undefined) throw new Error("there is no item");
  return {
    schema_version: 1,
    batch_id,
    batch_hash: hash as ReviewKey["batch_hash"], // it comes from a sealed batch
    run_id: null,
    scan_id: "scan" as ReviewKey["scan_id"], // a plain name
    scoring_hash: sealed.batch.items_sha256,
    seed: 0,
    per_stratum: 1,
    per_check: null,
    checks: [],
    items: [
      {
        item: first.item,
        verdict_item: "m/s.r1#IB-A1",
        axis: first.axis,
        verdict: "PASS",
        stratum_size: 1,
        stratum_sample: 1,
      },
    ],
  };
}

let folder = "";
let directory = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ib-review-"));
  directory = join(folder, "batch");
  await keepReviewBatch(directory, sealed, keyFor(sealed.batch));
});
afterEach(() => rm(folder, { recursive: true }));

async function tamper(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

test("a batch is read as it was written, and its key lies outside it", async () => {
  expect(await readReviewBatch(directory)).toEqual({ batch: sealed.batch, items });
  expect(reviewDirectory(directory).key).toBe(join(folder, "batch.key.json"));
  expect((await readReviewKey(directory, sealed.batch)).batch_hash).toBe(sealed.batch.hash);
});

test("the same draw is the same batch, and another draw is never written over it", async () => {
  await keepReviewBatch(directory, sealReviewBatch(content, items), keyFor(sealed.batch));
  const other = sealReviewBatch({ ...content, simulated: false }, items);
  await expect(keepReviewBatch(directory, other, keyFor(other.batch))).rejects.toMatchObject({
    code: "IB_REVIEW_EXISTS",
  });
});

test("the same batch with the same key again leaves every byte and date as it was", async () => {
  const paths = reviewDirectory(directory);
  const dates = () =>
    Promise.all(
      [paths.key, paths.batch, paths.items].map(async (path) => (await stat(path, { bigint: true })).mtimeNs),
    );
  const before = await dates();
  await keepReviewBatch(directory, sealed, keyFor(sealed.batch));
  expect(await dates()).toEqual(before);
});

test("another draw that hits on the same items is refused, because its key says something else", async () => {
  const { key } = reviewDirectory(directory);
  const before = await readFile(key, "utf8");
  const other = { ...keyFor(sealed.batch), per_stratum: null, per_check: 1 };
  await expect(keepReviewBatch(directory, sealed, other)).rejects.toMatchObject({
    code: "IB_REVIEW_EXISTS",
    message: expect.stringContaining(key),
  });
  expect(await readFile(key, "utf8")).toBe(before);
});

test("what a crash left unwritten is written by the same export again", async () => {
  await rm(directory, { recursive: true });
  await keepReviewBatch(directory, sealed, keyFor(sealed.batch));
  expect(await readReviewBatch(directory)).toEqual({ batch: sealed.batch, items });
});

test("a missing key or item file is named, with what helps here", async () => {
  const paths = reviewDirectory(directory);
  await rm(paths.key);
  await expect(readReviewKey(directory, sealed.batch)).rejects.toMatchObject({
    code: "IB_NO_SUCH_ARTIFACT",
    message: `There is no ${paths.key}.`,
    hint: expect.stringMatching(/restore it from a copy, or name where it is kept with `keyFile`/),
  });
  await rm(paths.items);
  await expect(readReviewBatch(directory)).rejects.toMatchObject({
    code: "IB_NO_SUCH_ARTIFACT",
    message: `There is no ${paths.items}.`,
    hint: expect.not.stringContaining("resume"),
  });
});

test("a changed item is found, be it one letter", async () => {
  await tamper(reviewDirectory(directory).items, "A reply", "a reply");
  await expect(readReviewBatch(directory)).rejects.toMatchObject({ code: "IB_REVIEW_BATCH_CHANGED" });
});

test("a changed head is found", async () => {
  await tamper(reviewDirectory(directory).batch, '"simulated": true', '"simulated": false');
  await expect(readReviewBatch(directory)).rejects.toMatchObject({ code: "IB_REVIEW_BATCH_CHANGED" });
});

test("a batch that was made again around other items does not fit its key", async () => {
  const other = sealReviewBatch(content, items.slice(1));
  await expect(readReviewKey(directory, other.batch)).rejects.toMatchObject({
    code: "IB_REVIEW_BATCH_CHANGED",
  });
});

test("a folder without a batch is named", async () => {
  await expect(readReviewBatch(join(folder, "nothing"))).rejects.toMatchObject({ code: "IB_NO_SUCH_BATCH" });
});
