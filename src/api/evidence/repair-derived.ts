import { basename, join } from "node:path";
import { describeLost } from "../../domain/evidence-words.ts";
import { sha256 } from "../../kernel/hash.ts";
import { explainOpenGates } from "../../measure/open-gates.ts";
import { describeJudgingSpent } from "../../measure/spent.ts";
import { scoreAgain } from "../../pipeline.ts";
import { renderMarkdown } from "../../report/render-markdown.ts";
import { CostReport } from "../../schema/run/manifest.ts";
import { Scorecard } from "../../schema/scan/scorecard.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { BlindspotRates, Summary } from "../../schema/scan/summary.ts";
import { toJsonText } from "../../store/artefact-files.ts";
import { writeAtomically } from "../../store/atomic-write.ts";
import { BrokenSealError } from "../../store/errors.ts";
import { readRelease, type ScanSource } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import type { BenchContext } from "../bench-context.ts";

interface DerivingScan {
  readonly run: Pick<ScanSource, "readTranscript" | "runs">;
  readonly scan: ScanStore;
}

/** Recomputes damaged files from the evidence, byte for byte as sealed, and reports them; throws if that is impossible. */
export async function repairDerived(
  context: BenchContext,
  opened: DerivingScan,
  {
    seal,
    damaged,
    otherParts,
  }: {
    readonly seal: Seal;
    readonly damaged: readonly string[];
    /** Parts of the corpus that differ from those the scan was made with. */
    readonly otherParts: readonly string[];
  },
): Promise<void> {
  const { directory } = opened.scan;
  const refuse = (files: readonly string[], because: string) => {
    const problem = `it was changed, and cannot be made again: ${because}`;
    const problems = files.map((file) => ({ file, problem }));
    return new BrokenSealError(directory, problems);
  };
  if (otherParts.length > 0)
    throw refuse(damaged, `the corpus here is another one (it differs in ${otherParts.join(", ")})`);
  const made = await deriveAgain(context, opened, describeLost(seal));
  const unlike = damaged.filter((name) => sha256(made.get(name) ?? "") !== seal.derived[name]?.sha256);
  if (unlike.length > 0) throw refuse(unlike, "this version makes another one of the same evidence");
  // Replaces whole files atomically with their original bytes, so that concurrent readers and writers see nothing else.
  for (const name of damaged) await writeAtomically(join(directory, name), made.get(name) ?? "");
  context.onNotice(`${directory}: ${damaged.join(", ")} was damaged, and is made again.`);
}

/** Recomputes the derived files of a scan from its evidence, by their names. */
async function deriveAgain(
  context: BenchContext,
  { run, scan }: DerivingScan,
  lost: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const corpus = await context.corpus();
  const made = await scoreAgain(run, scan, {
    corpus,
    matcher: await context.matcher(),
  });
  const { paths } = scan;
  const spent = describeJudgingSpent(await scan.readPlan(), made.costReport);
  const { scorecards } = made;
  const open = await explainOpenGates(scorecards, scan.readVerdicts());
  const said = { lost, spent, release: await readRelease(run), open };
  const lines = scorecards.map((card) => `${JSON.stringify(Scorecard.parse(card))}\n`);
  return new Map(
    [
      [paths.scorecards, lines.join("")] as const,
      [paths.blindspotRates, toJsonText(BlindspotRates.parse(made.rates))] as const,
      [paths.summaryJson, toJsonText(Summary.parse(made.summary))] as const,
      [paths.summaryMarkdown, renderMarkdown(made.summary, made.rates, corpus, said)] as const,
      [paths.costReport, toJsonText(CostReport.parse(made.costReport))] as const,
    ].map(([path, content]) => [basename(path), content]),
  );
}
