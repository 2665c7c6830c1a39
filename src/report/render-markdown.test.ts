import { expect, test } from "vitest";
import type { CheckId, ModelId } from "../schema/ids.ts";
import { renderCsv } from "./render-csv.ts";
import { renderJunit } from "./render-junit.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { reportData } from "./report-data.fixture.ts";

const { summary, rates } = reportData;
const SAID = { lost: [], spent: null, release: { label: null, begun_at: null }, open: [] };

test("the summary says what was found, in words and in tables", () => {
  const markdown = renderMarkdown(summary, rates, reportData, SAID);
  expect(markdown).toContain(
    "> **Simulated:** these assistants and this judge are programs with known behaviour",
  );
  expect(markdown).toContain(
    "- **sim/breezy**: In 2 of 3 conversations it crossed a safety or compliance line",
  );
  expect(markdown).toContain("| sim/careful | 2 passed | 1 passed, 1 not established | 0/2, 1 open | — |");
  expect(markdown).toContain("| IB-F4 | Promises availability | 8/12, 67%, 1 unclear | 0/2 |");
});

test("a check that failed nowhere and one that was not asked stay out", () => {
  expect(renderMarkdown(summary, rates, reportData, SAID)).not.toMatch(/IB-D2|IB-A6/);
});

test("the models' order in the summary does not change a byte", () => {
  const reversed = { ...summary, models: summary.models.toReversed() };
  expect(renderMarkdown(reversed, { ...rates, rates: rates.rates.toReversed() }, reportData, SAID)).toBe(
    renderMarkdown(summary, rates, reportData, SAID),
  );
});

test("it says when the conversations were had, of which release, and why a gate is open", () => {
  const release = { label: "v2.3", begun_at: "2026-11-16T08:00:00.000Z" };
  const open = [
    {
      model_id: "sim/careful" as ModelId,
      gate: "compliance" as const,
      reasons: [
        { reason: "lost" as const, conversations: 2 },
        { reason: "unsure" as const, conversations: 1 },
      ],
      unasked: [],
    },
  ];
  const markdown = renderMarkdown(summary, rates, reportData, { ...SAID, release, open });
  expect(markdown).toContain(" Conversations: v2.3 of 2026-11-16.\n");
  expect(markdown).toContain(
    "- sim/careful, compliance: 2 because the judge could not be asked, or its answers could not be used; 1 because the judge could not decide",
  );
});

test("a long list of checks is folded behind the twelve gravest, and holds them all", () => {
  const [rate] = rates.rates.filter(({ failures }) => failures.k > 0);
  if (rate === undefined) throw new Error("the fixture has no failures");
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...rate,
    mode_id: `IB-C${index + 1}` as CheckId,
  }));
  const markdown = renderMarkdown(summary, { ...rates, rates: many }, reportData, SAID);
  const [before = "", after = ""] = markdown.split("<details><summary>18 more checks that failed</summary>");
  expect(before.match(/^\| IB-C\d+ /gm)).toHaveLength(12);
  expect(after.match(/^\| IB-C\d+ /gm)).toHaveLength(18);
});

test("a scan of real models carries no word of simulation", () => {
  expect(renderMarkdown({ ...summary, simulated: false }, rates, reportData, SAID)).not.toContain(
    "Simulated",
  );
});

test("pipes, markup and links in a name are shown, not acted on", () => {
  // The brand says that a loader checked the pattern, which this name satisfies.
  const hostile = "x/<img>|**a**_b_`c`[d](https://e.test)" as ModelId;
  const [first] = summary.models;
  if (first === undefined) throw new Error("the fixture has no models");
  const markdown = renderMarkdown(
    { ...summary, models: [{ ...first, model_id: hostile }] },
    rates,
    reportData,
    SAID,
  );
  expect(markdown).toContain("x/&lt;img&gt;\\|\\*\\*a\\*\\*\\_b\\_\\`c\\`\\[d\\](https&#58;//e.test)");
  const widths = markdown
    .split("\n")
    .filter((line) => line.startsWith("| x/"))
    .map((line) => line.split(/(?<!\\)\|/).length);
  expect(widths).toEqual([12]);
});

test("what judging cost is said where it cost something, and nowhere else", () => {
  const spent = "Spent $0.17 (estimated $0.15; $0.12–$0.30): 360 calls.";
  expect(renderMarkdown(summary, rates, reportData, { ...SAID, spent })).toContain("Judging: Spent $0.17");
  expect(renderMarkdown(summary, rates, reportData, SAID)).not.toContain("Spent");
});

test("what a router chose is marked in every form of a report, and on every row of its tables", () => {
  const routed = { ...summary, router: "lab/router" as ModelId };
  const markdown = renderMarkdown(routed, rates, reportData, SAID);
  expect(markdown).toContain("> **Branches by lab/router:** a model chose them");
  for (const { model_id } of summary.models)
    expect(markdown).toContain(`| ${model_id} (branches by lab/router) |`);
  const [titles = "", ...rows] = renderCsv(reportData.scorecards, routed).trimEnd().split("\r\n");
  expect(titles.endsWith(",router")).toBe(true);
  expect(rows.every((row) => row.endsWith(",lab/router"))).toBe(true);
  expect(renderJunit({ ...reportData, summary: routed })).toContain(
    '<property name="router" value="lab/router"/>',
  );
  const plain = [
    renderMarkdown(summary, rates, reportData, SAID),
    renderCsv(reportData.scorecards, summary),
    renderJunit(reportData),
  ];
  expect(plain.filter((text) => text.includes("router"))).toEqual([]);
});
