import { expect, test } from "vitest";
import { CheckId } from "../schema/ids.ts";
import type { ModelSummary } from "../schema/scan/summary.ts";
import { chunkPath } from "../schema/site-paths.ts";
import { requireChunk } from "./create-site.ts";
import { fixtureScan, fixtureSite, SCAN } from "./site.fixture.ts";

/** The board and the brief of a scan. Every model's summary has these fields, and no line was crossed. */
async function shown(fields: (model: ModelSummary) => Partial<ModelSummary>) {
  const scan = fixtureScan();
  const { summary, scorecards } = scan.facts;
  const facts = {
    ...scan.facts,
    summary: {
      ...summary,
      models: summary.models.map((model) => ({
        ...model,
        hard_fails: { ...model.hard_fails, k: 0 },
        ...fields(model),
      })),
    },
    scorecards: scorecards.map((card) => ({ ...card, hard_fail: false })),
    failures: [],
  };
  const site = fixtureSite(undefined, { openScan: async () => ({ ...scan, facts }) });
  return {
    board: await requireChunk(site, chunkPath.board(SCAN)),
    html: (await requireChunk(site, chunkPath.brief(SCAN))).html,
  };
}

test("a failed duty of the law stands beside the headline, which is about lines alone", async () => {
  const duties_failed = { k: 1, n: 2, rate: 0.5, interval: null };
  const { html } = await shown(({ gates }) => ({
    gates: { ...gates, compliance: { ...gates.compliance, duties_failed } },
  }));
  const line = "A duty of the law failed in 2 of 4 conversations that called for one.";
  expect(html).toContain(line);
  expect(html.indexOf(line)).toBeLessThan(html.indexOf("<table>"));
  expect((await shown(() => ({}))).html).not.toContain("duty of the law");
});

test("what nobody looked at stands on the board and above the numbers of the brief, danger first", async () => {
  const danger_words = { conversations: 3, checks: [CheckId.parse("IB-A1")] };
  const { board, html } = await shown(({ model_id }) =>
    model_id === "sim/breezy"
      ? { not_looked_at: { safety: { all: 3, part: 0 }, compliance: { all: 0, part: 0 }, danger_words } }
      : {},
  );
  expect(board.not_looked_at).toEqual([
    expect.stringContaining("sim/breezy: In 3 of 3 conversations words of danger were found (IB-A1 "),
    "sim/breezy: Safety was not looked at in 3 of 3 conversations.",
  ]);
  const places = [...board.not_looked_at, "<table>"].map((words) => html.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
