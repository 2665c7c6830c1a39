/** What is asked of a scan before anything is decided from it: that nothing of it is missing, doubtful or changed. */
import { partsHere } from "../../corpus/corpus.ts";
import { describeOtherCorpus } from "../../domain/evidence-words.ts";
import { hashOf } from "../../kernel/hash.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { type ScanSource, sealedPlace } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { checkSeal, damagedDerivations, glanceAtSeal, refuseUnlikePlan } from "../../store/seal.ts";
import type { BenchContext } from "../bench-context.ts";

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
    (await unlikeParts(context, scan)).length > 0
      ? undefined
      : (await import("./way-to-seal.ts")).wayToSeal(context, { run, scan });
  const seal = await checkSeal(sealedPlace(run, scan), wayOn);
  refuseUnlikePlan(scan.paths, seal, await scan.readPlan());
  const damaged = await damagedDerivations(scan.paths, seal);
  if (damaged.length === 0) return seal;
  const { repairDerived } = await import("./repair-derived.ts");
  await repairDerived(
    context,
    { run, scan },
    { seal, damaged, otherParts: await unlikeParts(context, scan) },
  );
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
