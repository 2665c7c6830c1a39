import type { Corpus } from "./corpus/corpus.ts";
import { renderHtml } from "./report/render-html.ts";
import { renderMarkdown } from "./report/render-markdown.ts";
import type { ReportData } from "./report/report-data.ts";
import type { Transcript } from "./schema/transcript.ts";
import type { RunStore } from "./store/run-store.ts";
import type { ScanStore } from "./store/scan-store.ts";

/** A scan's artefacts as its renderers want them, read from disk: no model is needed to render again. */
export async function readReportData(run: RunStore, scan: ScanStore, corpus: Corpus): Promise<ReportData> {
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

/** Writes `summary.md` and `report/index.html` and returns the path of the latter. */
export async function writeReports(run: RunStore, scan: ScanStore, corpus: Corpus): Promise<string> {
  const data = await readReportData(run, scan, corpus);
  await scan.writeText("summary.md", renderMarkdown(data.summary, data.rates));
  return scan.writeText("report/index.html", renderHtml(data));
}
