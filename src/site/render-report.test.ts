import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { reportData } from "../report/report-data.fixture.ts";
import { VISITS } from "../report/report-transcripts.fixture.ts";
import { chunkPath, dateName } from "../schema/site-paths.ts";
import { renderReport } from "./render-report.ts";
import { fixtureCorpus, fixtureScan, SCAN } from "./site.fixture.ts";

const SCRIPT = 'const text = "</script><!--"; console.log(text);';
const page = new Map([
  [
    "index.html",
    Buffer.from(
      '<!doctype html><html><head><meta charset="utf-8" /><script type="module" crossorigin src="./assets/a.js"></script><link rel="stylesheet" crossorigin href="./assets/a.css"></head><body><div id="app"></div></body></html>',
    ),
  ],
  ["assets/a.js", Buffer.from(SCRIPT)],
  ["assets/a.css", Buffer.from("p { color: red }")],
]);
const world = { corpus: fixtureCorpus(), toolVersion: "0.0.0", calibration: null };
const render = () => renderReport(fixtureScan(), page, world);

/** Unpacks the chunks of a report as the page does. */
function unpack(html: string): Record<string, unknown> {
  const blocks = html.matchAll(
    /<script type="application\/octet-stream" data-prefix="[^"]*">([^<]*)<\/script>/g,
  );
  return Object.assign(
    {},
    ...Array.from(blocks, ([, base64 = ""]) =>
      JSON.parse(inflateRawSync(Buffer.from(base64, "base64")).toString("utf8")),
    ),
  );
}

test("the same scan gives the same bytes", async () => {
  expect(await render()).toBe(await render());
});

test("it says once when its scan was made, and is otherwise the same", async () => {
  const madeAt = "2026-11-16T06:00:00.000Z";
  const dated = await renderReport(fixtureScan(), page, { ...world, madeAt });
  const element = `<meta name="${dateName}" content="${madeAt}" />`;
  expect(dated.split(element)).toHaveLength(2);
  expect(dated.replace(`\n    ${element}`, "")).toBe(await render());
});

test("it refers to no other file and allows only its own script and style", async () => {
  const html = await render();
  expect(html).not.toMatch(/\s(?:src|href)="\.?\//);
  expect(html).toMatch(/script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
  expect(html).toContain("connect-src 'none'");
  expect(html).not.toContain("unsafe-inline");
});

test("a script that holds the end of a script does not end early", async () => {
  const html = await render();
  expect(html.split("</script>").length - 1).toBe(html.split("<script").length - 1);
});

test("it holds the index, the board and every conversation", async () => {
  const chunks = unpack(await render());
  expect(chunks[chunkPath.index()]).toMatchObject({ source: "report", left_out: null, runs: [] });
  expect(chunks[chunkPath.board(SCAN)]).toMatchObject({ scan: SCAN });
  const conversations = Object.keys(chunks).filter((path) => path.includes("/conversations/"));
  expect(conversations).toHaveLength(reportData.scorecards.length);
});

test("a mailed report says what was lost before its numbers", async () => {
  const sentence =
    "Lost: 1 of 2 questions to judges (1 call failed: HTTP 500); 1 verdict is open because of it.";
  const chunks = unpack(
    await renderReport(fixtureScan(reportData), page, { ...world, evidence: [sentence] }),
  );
  expect(chunks[chunkPath.index()]).toMatchObject({ scans: [{ evidence: [sentence] }] });
});

test("a mailed report holds what a second judge said", async () => {
  const chunks = unpack(await render());
  expect(chunks[chunkPath.conversation(SCAN, `sim-breezy__${VISITS}.r1`)]).toMatchObject({
    lanes: [{ mode_id: "IB-B7", second_judge: { judge: "sim/second", votes: [{ verdict: "FAIL" }] } }, {}],
  });
});

test("where there is not enough room the gravest conversations are kept and the rest is counted", async () => {
  const bulky = {
    ...reportData,
    transcripts: reportData.transcripts.map(({ header, messages: [first, ...others] }, index) => ({
      header,
      messages: first === undefined ? [] : [{ ...first, content: noise(index, 1_900_000) }, ...others],
    })),
  };
  const html = await renderReport(fixtureScan(bulky), page, world);
  expect(Buffer.byteLength(html)).toBeLessThan(6_100_000);
  const chunks = unpack(html);
  const kept = Object.keys(chunks).filter((path) => path.includes("/conversations/"));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every((path) => path.includes("sim-breezy"))).toBe(true);
  expect(chunks[chunkPath.index()]).toMatchObject({
    left_out: { conversations: reportData.scorecards.length - kept.length, of: reportData.scorecards.length },
  });
});

/** Text that does not compress. */
function noise(seed: number, length: number): string {
  const bytes = createHash("shake256", { outputLength: length }).update(String(seed)).digest();
  return bytes.toString("base64").slice(0, length);
}
