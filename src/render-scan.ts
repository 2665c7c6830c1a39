import type { Corpus } from "./corpus/corpus.ts";
import { toolVersion } from "./kernel/tool-version.ts";
import { readSiteScan, type StoredScan } from "./read-site-scan.ts";
import { renderMarkdown } from "./report/render-markdown.ts";
import type { ReportData } from "./report/report-data.ts";
import type { Transcript } from "./schema/transcript.ts";
import { renderReport } from "./site/render-report.ts";
import { readPageFiles } from "./store/page-files.ts";
import { readCalibration } from "./store/read-calibration.ts";
import type { ScanHome } from "./store/scan-home.ts";
import type { ScanStore } from "./store/scan-store.ts";

/** A scan's artefacts as its renderers want them, read from disk: no model is needed to render again. */
export async function readReportData(
  run: Pick<ScanHome, "readTranscript">,
  scan: ScanStore,
  corpus: Corpus,
): Promise<ReportData> {
  const plan = await scan.readPlan();
  const transcripts: Transcript[] = [];
  for (const { transcript_id } of plan.transcripts) transcripts.push(await run.readTranscript(transcript_id));
  return {
    summary: await scan.readSummary(),
    rates: await scan.readBlindspotRates(),
    scorecards: await Array.fromAsync(scan.readScorecards()),
    verdicts: await Array.fromAsync(scan.readVerdicts()),
    transcripts,
    scenarios: corpus.scenarios,
    checks: corpus.checks,
  };
}

/** The scan as one HTML file. It names no run and no time, so the same findings give the same bytes. */
export async function renderHtml(home: StoredScan["home"], scan: ScanStore, corpus: Corpus): Promise<string> {
  const stored = { key: scan.scanId, runId: null, createdAt: null, home, scan };
  return renderReport(await readSiteScan(stored), await readPageFiles(), {
    corpus,
    toolVersion: toolVersion(),
    calibration: await readCalibration(corpus.root),
  });
}

/** Writes `summary.md` and `report/index.html` and returns the path of the latter. */
export async function writeReports(
  home: StoredScan["home"],
  scan: ScanStore,
  corpus: Corpus,
): Promise<string> {
  const summary = renderMarkdown(await scan.readSummary(), await scan.readBlindspotRates());
  await scan.writeText("summary.md", summary);
  return scan.writeText("report/index.html", await renderHtml(home, scan, corpus));
}
