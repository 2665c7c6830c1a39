/** What is asked of a scan before anything is decided from it: that nothing of it is missing, doubtful or changed. */
import { currentParts } from "../../corpus/corpus.ts";
import { describeOtherCorpus } from "../../domain/evidence-words.ts";
import { hashOf } from "../../kernel/hash.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { type ScanSource, sealedPlace } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { checkSeal, damagedDerivations, quickCheckSeal, refuseUnlikePlan } from "../../store/seal.ts";
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
export async function verifyAndRepair(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal> {
  const wayOn = async () =>
    // By another corpus it would be another scan.
    (await partsThatDiffer(context, scan)).length > 0
      ? undefined
      : (await import("./finish-command.ts")).finishCommand(context, { run, scan });
  const seal = await checkSeal(sealedPlace(run, scan), wayOn);
  refuseUnlikePlan(scan.paths, seal, await scan.readPlan());
  const damaged = await damagedDerivations(scan.paths, seal);
  if (damaged.length === 0) return seal;
  const { repairDerived } = await import("./repair-derived.ts");
  await repairDerived(
    context,
    { run, scan },
    { seal, damaged, otherParts: await partsThatDiffer(context, scan) },
  );
  return seal;
}

/** As `verifyAndRepair`, for a list of many scans: what is read to list one is looked at closely, the rest from afar. */
export async function quickCheckEvidence(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal | null> {
  const seal = await quickCheckSeal(sealedPlace(run, scan));
  if (seal === null || (await damagedDerivations(scan.paths, seal)).length === 0) return seal;
  return verifyAndRepair(context, { run, scan });
}

/** What of the corpus, or of what judges by it, is not what the scan was made with. */
export async function partsThatDiffer(
  context: BenchContext,
  scan: Pick<ScanStore, "readPlan">,
): Promise<readonly string[]> {
  return changedHere((await scan.readPlan()).fingerprints.scoring.parts, await context.corpus());
}

/** @param parts of a fingerprint of scoring */
export function changedHere(
  parts: Readonly<Record<string, string>>,
  corpus: Parameters<typeof currentParts>[0],
): readonly string[] {
  // Golden cards teach and test; they decide nothing, and are no part of a plan.
  return Object.entries(currentParts(corpus))
    .filter(([name, hash]) => parts[name] !== undefined && parts[name] !== hashOf(hash))
    .map(([name]) => name);
}

/** As a reader must know it: that the corpus here is not the one of then; nothing where it is. */
export async function tellOtherCorpus(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs">; readonly scan: Pick<ScanStore, "readPlan"> },
): Promise<readonly string[]> {
  const parts = await partsThatDiffer(context, scan);
  const [first] = run.runs;
  return first === undefined ? [] : describeOtherCorpus(parts, (await first.readRunPlan()).corpus.version);
}
