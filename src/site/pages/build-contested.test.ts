import { expect, test } from "vitest";
import { ContestedPage } from "../../schema/site/site-contested.ts";
import { chunkPath } from "../../schema/site/site-data.ts";
import { fixtureSite, SCAN } from "../site.fixture.ts";

test("the contested verdicts of a scan stand gravest first, with their counts and who says otherwise", async () => {
  const page = ContestedPage.parse(await fixtureSite().chunk(chunkPath.contested(SCAN)));
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
