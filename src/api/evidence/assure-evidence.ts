/** What is asked of a scan before anything is decided from it: that nothing of it is missing, doubtful or changed. */
import { basename, join } from "node:path";
import { describeLost, describeOtherCorpus } from "../../domain/evidence-words.ts";
import { besideSummary, sealedPlace } from "../../finished-scan.ts";
import { hashOf, sha256 } from "../../kernel/hash.ts";
import { describeJudgingSpent } from "../../measure/spent.ts";
import { scoreAgain } from "../../pipeline.ts";
import { renderMarkdown } from "../../report/render-markdown.ts";
import { CostReport } from "../../schema/run/manifest.ts";
import { Scorecard } from "../../schema/scan/scorecard.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { BlindspotRates, Summary } from "../../schema/scan/summary.ts";
import { writeAtomically } from "../../store/atomic-write.ts";
import { BrokenSealError } from "../../store/errors.ts";
import type { ScanSource } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { checkSeal, damagedDerivations, glanceAtSeal, refuseUnlikePlan } from "../../store/seal.ts";
import { partsHere } from "../../transcript-work.ts";
import type { BenchContext } from "../bench-context.ts";
import { wayToSeal } from "./way-to-seal.ts";

/** A scan on disk, and where its conversations are. */
export interface OpenedScan {
  readonly run: ScanSource;
  readonly scan: ScanStore;
}

/**
 * The seal of a scan whose evidence is whole; throws where it is not. Scores, rates and costs that were damaged are
 * made again from the evidence, in the same bytes, and whoever listens is told.
 */
export async function assureEvidence(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal> {
  const wayOn = async () =>
    // By another corpus it would be another scan.
    (await unlikeParts(context, scan)).length > 0 ? undefined : wayToSeal(context, { run, scan });
  const seal = await checkSeal(sealedPlace(run, scan), wayOn);
  refuseUnlikePlan(scan.paths, seal, await scan.readPlan());
  const damaged = await damagedDerivations(scan.paths, seal);
  if (damaged.length === 0) return seal;
  const refuse = (files: readonly string[], because: string) => {
    const problem = `it was changed, and cannot be made again: ${because}`;
    const problems = files.map((file) => ({ file, problem }));
    return new BrokenSealError(scan.directory, problems);
  };
  const otherParts = await unlikeParts(context, scan);
  if (otherParts.length > 0)
    throw refuse(damaged, `the corpus here is another one (it differs in ${otherParts.join(", ")})`);
  const made = await deriveAgain(context, { run, scan }, describeLost(seal));
  const unlike = damaged.filter((name) => sha256(made.get(name) ?? "") !== seal.derived[name]?.sha256);
  if (unlike.length > 0) throw refuse(unlike, "this version makes another one of the same evidence");
  // Whole files with the bytes they had: whoever reads or makes them meanwhile sees nothing else.
  for (const name of damaged) await writeAtomically(join(scan.directory, name), made.get(name) ?? "");
  context.onNotice(`${scan.directory}: ${damaged.join(", ")} was damaged, and is made again.`);
  return seal;
}

/** As `assureEvidence`, for a list of many scans: what is read to list one is looked at closely, the rest from afar. */
export async function glanceAtEvidence(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal | null> {
  const seal = await glanceAtSeal(sealedPlace(run, scan));
  if (seal === null || (await damagedDerivations(scan.paths, seal)).length === 0) return seal;
  return assureEvidence(context, { run, scan });
}

/** What of the corpus, or of what judges by it, is not what the scan was made with. */
export async function unlikeParts(
  context: BenchContext,
  scan: Pick<ScanStore, "readPlan">,
): Promise<readonly string[]> {
  return unlikeHere((await scan.readPlan()).fingerprints.scoring.parts, await context.corpus());
}

/** @param parts of a fingerprint of scoring */
export function unlikeHere(
  parts: Readonly<Record<string, string>>,
  corpus: Parameters<typeof partsHere>[0],
): readonly string[] {
  // Golden cards teach and test; they decide nothing, and are no part of a plan.
  return Object.entries(partsHere(corpus))
    .filter(([name, hash]) => parts[name] !== undefined && parts[name] !== hashOf(hash))
    .map(([name]) => name);
}

/** As a reader must know it: that the corpus here is not the one of then; nothing where it is. */
export async function tellOtherCorpus(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs">; readonly scan: Pick<ScanStore, "readPlan"> },
): Promise<readonly string[]> {
  const parts = await unlikeParts(context, scan);
  const [first] = run.runs;
  return first === undefined ? [] : describeOtherCorpus(parts, (await first.readRunPlan()).corpus.version);
}

/** What follows from a scan's evidence, as its files hold it, by their names. */
async function deriveAgain(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "readTranscript" | "runs">; readonly scan: ScanStore },
  lost: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const corpus = await context.corpus();
  const made = await scoreAgain(run, scan, {
    corpus,
    matcher: await context.matcher(),
  });
  const { paths } = scan;
  const document = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const spent = describeJudgingSpent(await scan.readPlan(), made.costReport);
  const { scorecards } = made;
  const said = await besideSummary(run, scan, scorecards, { lost, spent });
  const lines = scorecards.map((card) => `${JSON.stringify(Scorecard.parse(card))}\n`);
  return new Map(
    [
      [paths.scorecards, lines.join("")] as const,
      [paths.blindspotRates, document(BlindspotRates.parse(made.rates))] as const,
      [paths.summaryJson, document(Summary.parse(made.summary))] as const,
      [paths.summaryMarkdown, renderMarkdown(made.summary, made.rates, corpus, said)] as const,
      [paths.costReport, document(CostReport.parse(made.costReport))] as const,
    ].map(([path, content]) => [basename(path), content]),
  );
}
