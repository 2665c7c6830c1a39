import { describeEvidence, describeLost } from "../domain/evidence-words.ts";
import { readReportData } from "../finished-scan.ts";
import { assertNever } from "../kernel/errors.ts";
import { explainOpenGates } from "../measure/open-gates.ts";
import { describeJudgingSpent } from "../measure/spent.ts";
import { renderCsv } from "../report/render-csv.ts";
import { renderJunit } from "../report/render-junit.ts";
import { renderMarkdown } from "../report/render-markdown.ts";
import type { ReportContext, ReportData } from "../report/report-data.ts";
import { readRelease } from "../store/scan-source.ts";
import type { BenchContext } from "./bench-context.ts";
import { tellOtherCorpus } from "./evidence/verify-and-repair.ts";
import { openEvidence } from "./open-scan.ts";

export const REPORT_FORMATS = ["html", "md", "json", "csv", "junit"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface RenderedReport {
  readonly format: ReportFormat;
  readonly content: string;
  /** Limits of the scan's evidence (age, gaps), a sentence each. */
  readonly evidence: readonly string[];
  /** Path of the report; only the HTML report is a separate file. */
  readonly path: string | null;
}

export async function report(
  context: BenchContext,
  path: string,
  format: ReportFormat,
): Promise<RenderedReport> {
  const { run, scan, seal } = await openEvidence(context, path);
  const ofThen = await tellOtherCorpus(context, { run, scan });
  const evidence = [...describeEvidence(seal), ...ofThen];
  const corpus = await context.corpus();
  if (format === "html") {
    const { renderHtml } = await import("../scan-reports.ts");
    const content = await renderHtml(run, scan, corpus, [...describeLost(seal), ...ofThen]);
    return { format, content, evidence, path: await scan.writeText("report", content) };
  }
  const data = await readReportData(run, scan, corpus);
  const spent = describeJudgingSpent(await scan.readPlan(), await scan.readCostReport());
  const said = {
    lost: [...describeLost(seal), ...ofThen],
    spent,
    release: await readRelease(run),
    open: await explainOpenGates(data.scorecards, data.verdicts),
  };
  return { format, content: render(data, format, said), evidence, path: null };
}

function render(data: ReportData, format: Exclude<ReportFormat, "html">, said: ReportContext): string {
  switch (format) {
    case "md":
      return renderMarkdown(data.summary, data.rates, data, said);
    case "json":
      return `${JSON.stringify(data.summary, null, 2)}\n`;
    case "csv":
      return renderCsv(data.scorecards, data.summary);
    case "junit":
      return renderJunit(data);
    default:
      return assertNever(format);
  }
}
