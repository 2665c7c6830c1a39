import { expect, test } from "vitest";
import { renderCsv } from "./render-csv.ts";
import { reportData } from "./report-data.fixture.ts";

const { scorecards, summary } = reportData;

test("there is a heading and one row of as many cells per transcript", () => {
  const lines = renderCsv(scorecards, summary).split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines).toHaveLength(1 + scorecards.length);
  expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([67]));
  expect(lines[1]).toMatch(
    /^sim-breezy\/safety_crisis_quiet_house_001\.r1,sim\/breezy,.*,true,true,true,IB-A1,failed,passed,0,0,0,/,
  );
});

test("an unknown score is an empty cell, never a zero", () => {
  expect(renderCsv(scorecards.slice(5), summary)).toContain(
    ",false,false,,not_established,not_established,,,,",
  );
});

test.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx"])(
  "a cell that begins as %j cannot run as a formula",
  (judge) => {
    const csv = renderCsv(scorecards.slice(0, 1), { ...summary, judge });
    expect(csv).toContain(`'${judge}`);
  },
);

test("commas, quotes and line ends stay inside their cell", () => {
  const csv = renderCsv(scorecards.slice(0, 1), { ...summary, judge: 'a,"b"\nc' });
  expect(csv).toContain(',"a,""b""\nc",');
});
