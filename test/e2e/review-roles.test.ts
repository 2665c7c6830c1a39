import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { batchWith, saveLabels } from "./labelled-batch.fixture.ts";

const bench = createBench();
const { signal } = new AbortController();

/** A batch that anna and ben labelled and chris adjudicated. */
async function adjudicatedBatch() {
  const folder = await batchWith({ "IB-A1": 2 });
  await saveLabels(folder.batch, "anna", "FP");
  await saveLabels(folder.batch, "ben", "PP");
  await saveLabels(folder.batch, "chris", "F.", "adjudication");
  return folder;
}

test("who adjudicated a batch cannot label it any more", async () => {
  await using folder = await adjudicatedBatch();
  const annotators = ["dora", "chris"];
  await expect(bench.review.serve(folder.batch, { mode: "label", annotators, signal })).rejects.toMatchObject(
    {
      code: "IB_BAD_ANNOTATOR",
      message: '"chris" cannot label this batch: they adjudicated it, and have seen what others said.',
      hint: expect.stringContaining("somebody who did not adjudicate"),
    },
  );
});

test("who labelled a batch cannot adjudicate it, and the hint is not about names", async () => {
  await using folder = await adjudicatedBatch();
  const annotators = ["anna"];
  await expect(
    bench.review.serve(folder.batch, { mode: "adjudicate", annotators, signal }),
  ).rejects.toMatchObject({
    code: "IB_BAD_ANNOTATOR",
    message: expect.stringContaining('"anna" cannot adjudicate this batch: they labelled it'),
    hint: "Name somebody who did not label it.",
  });
});

test("a merge refuses labels of somebody who is in both folders, with both files", async () => {
  await using folder = await adjudicatedBatch();
  await saveLabels(folder.batch, "chris", "FP");
  await expect(bench.review.merge(folder.batch, {})).rejects.toMatchObject({
    code: "IB_BAD_ANNOTATOR",
    message: expect.stringContaining('"chris" both labelled and adjudicated this batch'),
    hint: expect.stringContaining("labels/chris.jsonl or adjudication/chris.jsonl"),
  });
});

test("a second server on a batch is told what holds it, and nothing of runs", async () => {
  await using folder = await adjudicatedBatch();
  for (const [mode, work] of [
    ["label", "labelling"],
    ["adjudicate", "adjudication"],
  ] as const) {
    const first = new AbortController();
    const { closed } = await bench.review.serve(folder.batch, {
      mode,
      annotators: ["dora"],
      signal: first.signal,
    });
    await expect(
      bench.review.serve(folder.batch, { mode, annotators: ["emil"], signal }),
    ).rejects.toMatchObject({
      code: "IB_REVIEW_LOCKED",
      exitCode: 1,
      message: expect.stringContaining(`The ${work} of this batch is in use by`),
      hint: expect.not.stringMatching(/run|resume/),
    });
    first.abort();
    await closed;
  }
});
