/** Writes the two reports of every scan: `summary.md` and the one-file page. */
import type { Corpus } from "./corpus/corpus.ts";
import { describeLost } from "./domain/evidence-words.ts";
import { readSiteScan, type StoredScan } from "./finished-scan.ts";
import { toolVersion } from "./kernel/tool-version.ts";
import { explainOpenGates } from "./measure/open-gates.ts";
import { readFirst } from "./report/read-first.ts";
import { renderMarkdown } from "./report/render-markdown.ts";
import type { Reported } from "./run-context.ts";
import type { CollectedScan } from "./scan-collector.ts";
import type { Seal } from "./schema/scan/seal.ts";
import { renderReport } from "./site/render-report.ts";
import type { SiteScan } from "./site/site-ports.ts";
import { readCalibration } from "./store/read-calibration.ts";
import { readRelease } from "./store/scan-source.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { scanTime } from "./store/seal.ts";
import { readPageFiles } from "./store/site-folder.ts";

/**
 * Renders the scan as one HTML file. It names no run and states its time once, so equal findings give equal bytes
 * except for the time.
 */
export async function renderHtml(
  home: StoredScan["home"],
  scan: ScanStore,
  corpus: Corpus,
  /** Limits of the scan's evidence, one sentence each. */
  evidence: readonly string[],
): Promise<string> {
  return renderPage(await readAnonymous(home, scan), corpus, await scanTime(scan.paths), evidence);
}

function readAnonymous(
  home: StoredScan["home"],
  scan: ScanStore,
  collected?: CollectedScan,
): Promise<SiteScan> {
  return readSiteScan({ key: scan.scanId, runId: null, createdAt: null, home, scan }, collected);
}

async function renderPage(
  scan: SiteScan,
  corpus: Corpus,
  madeAt: string | null,
  evidence: readonly string[],
): Promise<string> {
  return renderReport(scan, await readPageFiles(), {
    corpus,
    toolVersion: toolVersion(),
    calibration: await readCalibration(corpus.root),
    madeAt,
    evidence,
  });
}

/** Writes `summary.md` and `report/index.html`. */
export async function writeReports(
  home: StoredScan["home"],
  scan: ScanStore,
  corpus: Corpus,
  seal: Pick<Seal, "lost">,
  /** @default the rows are read */
  collected?: CollectedScan,
): Promise<Reported> {
  const lost = describeLost(seal);
  const nameless = await readAnonymous(home, scan, collected);
  const { summary, rates, costs, failures, scorecards } = nameless.facts;
  const openGates =
    collected?.openGates ?? (await explainOpenGates(scan.readScorecards(), scan.readVerdicts()));
  const said = { lost, spent: costs.spent ?? null, release: await readRelease(home), open: openGates };
  await scan.writeText("summaryMarkdown", renderMarkdown(summary, rates, corpus, said));
  const page = await renderPage(nameless, corpus, await scanTime(scan.paths), lost);
  const report = await scan.writeText("report", page);
  const first = readFirst(summary, failures, scorecards);
  const rows = first === null ? [] : await nameless.readRows(first.transcriptId);
  const firstFailure = rows.find(({ mode_id }) => mode_id === first?.checkId) ?? null;
  return { report, openGates, firstFailure };
}
