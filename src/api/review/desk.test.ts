import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { itemId, reviewItem } from "../../review/review.fixture.ts";
import type { LabelDraft } from "../../schema/review/review-label.ts";
import type { ReviewState } from "../../server/review-state.ts";
import { sealReviewBatch } from "../../store/review-batch.ts";
import { openLabelLog, readLabelLogs } from "../../store/review-labels.ts";
import { isNegator } from "../../text/shipped-words.fixture.ts";
import { createReviewDesk } from "./desk.ts";

const ITEM = itemId("a");
const DRAFT: LabelDraft = { label: "FAIL", quote: null, confidence: null, note: "" };

async function openDesk(): Promise<{ desk: ReviewState; revisions: () => Promise<number | undefined> }> {
  const folder = await mkdtemp(join(tmpdir(), "ib-desk-"));
  const items = [reviewItem("a")];
  const content = { simulated: true, corpus_version: "1.0.0", references: [], resources: [] };
  const { batch } = sealReviewBatch(content, items);
  const log = await openLabelLog(folder, "anna", { batch, items });
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });
  const desk = createReviewDesk({
    stored: { batch, items },
    mode: "label",
    logs: new Map([["anna", log]]),
    opinions: null,
    clock: systemClock,
    isNegator,
  });
  const revisions = async () =>
    (await readLabelLogs(folder, { batch, items })).get("anna")?.get(ITEM)?.revision;
  return { desk, revisions };
}

test("a change made from an older label is not written over the newest, which is told", async () => {
  const { desk, revisions } = await openDesk();
  await desk.save("anna", ITEM, { draft: DRAFT, base: 0 });
  await desk.save("anna", ITEM, { draft: { ...DRAFT, note: "why" }, base: 1 });
  const stale = await desk.save("anna", ITEM, { draft: { ...DRAFT, label: "UNCLEAR" }, base: 1 });
  expect(stale).toMatchObject({ kind: "outdated", newest: { saved: { note: "why", revision: 2 } } });
  expect(await revisions()).toBe(2);
});

test("two windows at once: one is saved, the other is told", async () => {
  const { desk, revisions } = await openDesk();
  const outcomes = await Promise.all(
    (["PASS", "UNCLEAR"] as const).map((label) =>
      desk.save("anna", ITEM, { draft: { ...DRAFT, label }, base: 0 }),
    ),
  );
  expect(outcomes.map((outcome) => outcome?.kind)).toEqual(["saved", "outdated"]);
  expect(await revisions()).toBe(1);
});

test("the same again, by a page that did not hear the answer, makes no new version", async () => {
  const { desk, revisions } = await openDesk();
  const quote = { text: "call 988", turn: 1, role: "assistant" } as const;
  for (let times = 0; times < 2; times += 1) {
    const outcome = await desk.save("anna", ITEM, { draft: { ...DRAFT, quote }, base: 0 });
    expect(outcome).toMatchObject({ kind: "saved", answer: { state: "done", saved: { revision: 1 } } });
  }
  expect(await revisions()).toBe(1);
});

test("an unfinished item says what it lacks when it is opened again", async () => {
  const { desk } = await openDesk();
  expect(desk.task("anna", ITEM)).toMatchObject({ saved: null, missing: null });
  await desk.save("anna", ITEM, { draft: DRAFT, base: 0 });
  expect(desk.task("anna", ITEM)?.missing).toContain("A Fail needs the words");
});
