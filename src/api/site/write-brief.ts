import { join, resolve } from "node:path";
import { createClaims } from "../../domain/claims.ts";
import { describeEvidence } from "../../domain/evidence-words.ts";
import { formatDates } from "../../domain/number-words.ts";
import { readSiteScan } from "../../finished-scan.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import type { Summary } from "../../schema/scan/summary.ts";
import { summaryNotes } from "../../site/briefs.ts";
import { buildBrief, describeChanges, nameOfScan } from "../../site/build-brief.ts";
import { type Brief, renderBrief } from "../../site/render-brief.ts";
import { writeAtomically } from "../../store/atomic-write.ts";
import { findScan } from "../../store/find.ts";
import { BRIEF_NAME } from "../../store/layout.ts";
import { readCalibration } from "../../store/read-calibration.ts";
import { scanTime } from "../../store/seal.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { compare } from "../compare.ts";
import { tellOtherCorpus } from "../evidence/verify-and-repair.ts";
import { openEvidence } from "../open-scan.ts";

export interface BriefOptions extends Stoppable {
  /** The HTML file to write. @default `brief.html` in the scan's folder */
  readonly file?: string;
  /** An earlier scan; the brief then lists what changed. */
  readonly against?: string;
}

export interface WrittenBrief {
  readonly html: string;
  readonly simulated: boolean;
  /** Limits of the scan's evidence (age, gaps), a sentence each. */
  readonly evidence: readonly string[];
}

/** A scan on one dated sheet of A4: the answer, the plot, two moments, what it does not say. Asks no model. */
export async function writeBrief(
  context: BenchContext,
  path: string,
  options: BriefOptions = {},
): Promise<WrittenBrief> {
  const signal = signalOf(options);
  const { run, scan, seal } = await openEvidence(context, path);
  const { runId } = await findScan(path, context.results);
  const createdAt = await scanTime(scan.paths);
  const stored = { key: scan.scanId, runId, createdAt, home: run, scan };
  const site = await readSiteScan(stored);
  const corpus = await context.corpus();
  const notes = [...describeEvidence(seal), ...(await tellOtherCorpus(context, { run, scan }))];
  const name = nameOfScan({ run_id: runId, scan_id: scan.scanId });
  const brief = await buildBrief(site, {
    corpus,
    claims: createClaims(corpus, await readCalibration(corpus.root)),
    date: formatDates(createdAt === null ? [] : [createdAt]),
    toolVersion: toolVersion(),
    notes: [...summaryNotes(site.facts.summary), ...notes],
    changes:
      options.against === undefined
        ? null
        : await changesSince(context, options.against, { path, summary: site.facts.summary }, signal),
    plans: [{ name, plan: site.facts.plan }],
  });
  const html = resolve(options.file ?? join(scan.directory, BRIEF_NAME));
  await writeAtomically(html, renderBrief(brief));
  return { html, simulated: brief.board.simulated, evidence: notes };
}

async function changesSince(
  context: BenchContext,
  earlier: string,
  { path, summary }: { readonly path: string; readonly summary: Summary },
  signal: AbortSignal,
): Promise<Brief["changes"]> {
  const comparison = await compare(context, earlier, path, { anyway: true, signal });
  const { scan } = await openEvidence(context, earlier);
  const { runId } = await findScan(earlier, context.results);
  const time = await scanTime(scan.paths);
  const { scoring } = await context.corpus();
  const fewest = scoring.publication.min_opportunities_for_rate;
  const day = formatDates(time === null ? [] : [time]);
  return {
    since: [runId ?? scan.scanId, ...(day === null ? [] : [day])].join(", "),
    sentences: describeChanges(comparison, await scan.readSummary(), summary, fewest),
  };
}
