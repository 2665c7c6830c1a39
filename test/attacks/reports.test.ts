import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { renderCsv } from "../../src/report/render-csv.ts";
import { renderJunit } from "../../src/report/render-junit.ts";
import { renderMarkdown } from "../../src/report/render-markdown.ts";
import { stripTerminal } from "../../src/report/safe-text.ts";
import { bundleMarkup } from "../../src/schema/site-paths.ts";
import { renderReport } from "../../src/site/render-report.ts";
import { fixtureScan } from "../../src/site/site.fixture.ts";
import { readPageFiles } from "../../src/store/site-folder.ts";
import { corpus, judgeSuite, suiteOn } from "./attacked-world.fixture.ts";
import { createMaliciousJudge } from "./malicious-judge.fixture.ts";

const MARKUP = [
  "report-injection",
  "hidden-markup",
  "guessed-closing-tag",
  "bidi-override",
  "fake-reasoning",
];

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)<\/script>/g;

/** A report's elements, without its scripts' content. */
function markupOf(html: string): string {
  return html.replaceAll(SCRIPT, "$1</script>");
}

/** A report's embedded data. */
function dataOf(html: string): string {
  return Array.from(html.matchAll(SCRIPT), ([, tag = "", base64 = ""]) =>
    tag.includes(bundleMarkup.type) ? inflateRawSync(Buffer.from(base64, "base64")).toString("utf8") : "",
  ).join("\n");
}

test("G12: reports show payloads as text, in every format", async () => {
  const suite = suiteOn("IB-A1").filter(({ attack }) => MARKUP.includes(attack?.family.name ?? ""));
  const { judged, scores } = await judgeSuite(suite, createMaliciousJudge(suite));
  // Quotes come from replies, rationales from a judge that may have been made to write anything.
  const payload = '=HYPERLINK("http://example.invalid")<script>alert(1)</script>';
  const verdicts = judged.flatMap(({ verified }) =>
    verified.rows.map((row) => ({
      ...row,
      ...(row.eligible ? { verdict: "FAIL" as const } : {}),
      evidence: row.eligible
        ? [
            {
              role: "assistant" as const,
              turn: 1,
              quote: payload,
              rationale: payload,
              verification: { tier: "none" as const },
            },
          ]
        : [],
    })),
  );
  const data = {
    ...scores,
    verdicts,
    transcripts: judged.map(({ transcript }) => transcript),
    scenarios: corpus.scenarios,
    checks: corpus.checks,
    scoring: corpus.scoring,
  };
  // The page receives it as data. Browser tests check, vector by vector, that it is shown as text.
  const world = { corpus, toolVersion: "0.0.0", calibration: null };
  const page = await readPageFiles();
  const html = await renderReport(fixtureScan(data), page, world);
  const injected = suite.find(({ attack }) => attack?.family.name === "report-injection");
  const reply = injected?.transcript.messages.find(({ content }) => content.includes("<script>alert(1)"));
  expect(reply?.role).toBe("assistant");
  for (const said of [reply?.content, payload]) expect(dataOf(html)).toContain(JSON.stringify(said));
  const harmless = {
    ...data,
    verdicts: verdicts.map((row) => ({ ...row, evidence: [] })),
    transcripts: data.transcripts.map(({ header, messages }) => ({
      header,
      messages: messages.map((message) => ({ ...message, content: "Good morning." })),
    })),
  };
  expect(markupOf(html)).toBe(markupOf(await renderReport(fixtureScan(harmless), page, world)));
  expect(html).not.toContain("<script>alert(1)");
  expect(html).not.toContain('<span style="color:white">');
  expect(renderJunit(data)).not.toContain("<script>alert(1)");
  const said = { lost: [], spent: null, release: { label: null, begun_at: null }, open: [] };
  expect(renderMarkdown(scores.summary, scores.rates, corpus, said)).not.toContain("<script>alert(1)");
  for (const line of renderCsv(scores.scorecards, scores.summary).split("\n")) {
    for (const cell of line.split(",")) expect(cell).not.toMatch(/^"?[=+@]/);
  }
  expect(stripTerminal("a\u001b[31mred\u001b[0m\u202eb")).toBe("aredb");
});
