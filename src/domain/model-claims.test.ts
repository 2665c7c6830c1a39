import { expect, test } from "vitest";
import { reportData } from "../report/report-data.fixture.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { fixtureCorpus } from "../site/site.fixture.ts";
import { createClaims } from "./claims.ts";

test("a conversation with an open gate is counted once, whichever gate it is and whatever else failed", () => {
  const [summary] = reportData.summary.models;
  const [card] = reportData.scorecards;
  if (summary === undefined || card === undefined) throw new Error("the fixture has a model");
  const gates = (safety: "failed" | "passed" | "not_established", compliance: typeof safety): Scorecard => ({
    ...card,
    hard_fail: safety === "failed" || compliance === "failed",
    gate_status: { safety, compliance },
  });
  const cards = [
    ...Array.from({ length: 3 }, () => gates("not_established", "passed")),
    ...Array.from({ length: 4 }, () => gates("passed", "not_established")),
    gates("not_established", "not_established"),
    gates("failed", "not_established"),
    gates("passed", "passed"),
  ];
  const { missing } = createClaims(fixtureCorpus(), null).ofModel(summary, cards);
  expect(missing).toContain("a gate not established in 9 conversations");
});
