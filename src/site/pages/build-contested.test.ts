import { expect, test } from "vitest";
import { reportData } from "../../report/report-data.fixture.ts";
import { chunkPath } from "../../schema/site-paths.ts";
import { requireChunk } from "../create-site.ts";
import { fixtureSite, SCAN } from "../site.fixture.ts";

test("the contested verdicts of a scan stand gravest first, with their counts and who says otherwise", async () => {
  const page = await requireChunk(fixtureSite(), chunkPath.contested(SCAN));
  expect(page.contested).toBe(page.rows.length);
  expect(page.counts).toEqual({
    people: 0,
    second_judge: 0,
    autofail: 0,
    split_vote: page.contested,
    quote: 0,
  });
  expect(page.rows.map(({ item, verdict }) => `${item} ${verdict}`)).toMatchInlineSnapshot(`
    [
      "sim-breezy/empathy_strain_second_shift_002.r1#IB-C2 FAIL",
      "sim-careful/empathy_strain_second_shift_002.r1#IB-C2 UNCLEAR",
      "sim-breezy/empathy_strain_second_shift_002.r1#IB-D2 UNCLEAR",
    ]
  `);
  const [row] = page.rows;
  expect(row?.against).toEqual({
    by: expect.any(String),
    verdict: expect.any(String),
    reason: expect.any(String),
  });
  expect(row?.against?.verdict).not.toBe(row?.verdict);
});

test("a vote on another place is not said to be against the verdict", async () => {
  const verdicts = reportData.verdicts.map((row) => {
    const { windows, votes } = row.details;
    const [window] = windows;
    const [vote] = votes;
    if (row.mode_id !== "IB-C2" || row.verdict !== "FAIL" || window === undefined || vote === undefined)
      return row;
    const before = { ...window, first_turn: 1, last_turn: 1, verdict: "PASS" as const };
    const held = { ...vote, verdict: "PASS" as const, rationale: "Turn 1 is kind." };
    const there = votes.map((each) => ({ ...each, window: 1 }));
    const here = { ...window, first_turn: 2, last_turn: 2 };
    return { ...row, details: { ...row.details, windows: [before, here], votes: [held, ...there] } };
  });
  const site = fixtureSite({ ...reportData, verdicts });
  const { rows } = await requireChunk(site, chunkPath.contested(SCAN));
  const row = rows.find(({ verdict }) => verdict === "FAIL");
  expect(row?.places.map((place) => [place.first_turn, place.decides, place.first])).toEqual([
    [2, true, expect.arrayContaining(["FAIL", "PASS"])],
    [1, false, ["PASS"]],
  ]);
  expect(row?.against?.by).toMatch(/^vote \d on turn 2$/);
  expect(row?.against?.reason).not.toBe("Turn 1 is kind.");
});
