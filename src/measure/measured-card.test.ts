import { expect, test } from "vitest";
import { InternPool } from "../kernel/intern-pool.ts";
import { reportData } from "../report/report-data.fixture.ts";
import { estimateScore } from "./estimate.ts";
import { groupRates } from "./group-rates.ts";
import { measuredPart, sharedCard } from "./measured-card.ts";
import { familiesIn } from "./scenario-means.ts";
import { scorerScores } from "./scorer-scores.ts";

const { scorecards, scenarios } = reportData;

test("what is measured of cards gives every number that whole cards give, shared or not", () => {
  const parts = new InternPool();
  const measured = scorecards.map((card) => sharedCard(measuredPart(card), parts));
  const familyOf = familiesIn(scenarios);
  expect(scorecards.length).toBeGreaterThan(1);
  for (const score of ["overall", "quality", "A", "C"] as const)
    expect(estimateScore(measured, score, familyOf)).toEqual(estimateScore(scorecards, score, familyOf));
  expect(scorerScores(measured, familyOf)).toEqual(scorerScores(scorecards, familyOf));
  const context = { scenarios, fewestForRate: 10 };
  expect(groupRates(measured, context)).toEqual(groupRates(scorecards, context));
});

test("no words of a conversation are held, and what cards have alike is held once", () => {
  const parts = new InternPool();
  const [card] = scorecards;
  if (card === undefined) throw new Error("the fixture has cards");
  const [one, other] = [card, structuredClone(card)].map((each) => sharedCard(measuredPart(each), parts));
  expect(one?.scorers).toBe(other?.scorers);
  expect(one?.dimension_bounds).toBe(other?.dimension_bounds);
  expect(JSON.stringify(one)).not.toContain(card.transcript_id);
});
