/** Checks a scan before a decision rests on it: nothing is missing, doubtful or changed. */
import { currentParts } from "../../corpus/corpus.ts";
import { describeOtherCorpus } from "../../domain/evidence-words.ts";
import { hashOf } from "../../kernel/hash.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { type ScanSource, sealedPlace } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { checkSeal, damagedDerivations, quickCheckSeal, refuseUnlikePlan } from "../../store/seal.ts";
import type { BenchContext } from "../bench-context.ts";

/** A scan on disk, with the source of its conversations. */
export interface OpenedScan {
  readonly run: ScanSource;
  readonly scan: ScanStore;
}

/**
 * Returns the seal of a scan with intact evidence; throws otherwise. Recomputes damaged scores, rates and costs from
 * the evidence, byte for byte, and reports each repair.
 */
export async function verifyAndRepair(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal> {
  const wayOn = async () =>
    // Another corpus would give another scan.
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

/**
 * Checks evidence like `verifyAndRepair`, but for lists of many scans: verifies the files that a list reads, and
 * checks the rest quickly.
 */
export async function quickCheckEvidence(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs" | "readTranscript">; readonly scan: ScanStore },
): Promise<Seal | null> {
  const seal = await quickCheckSeal(sealedPlace(run, scan));
  if (seal === null || (await damagedDerivations(scan.paths, seal)).length === 0) return seal;
  return verifyAndRepair(context, { run, scan });
}

/** Lists parts of the corpus, or of its judging, that differ from those the scan was made with. */
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
  // Golden cards teach and test; they are not part of a plan.
  return Object.entries(currentParts(corpus))
    .filter(([name, hash]) => parts[name] !== undefined && parts[name] !== hashOf(hash))
    .map(([name]) => name);
}

/** Tells the reader that the corpus here differs from the scan's; empty if it does not. */
export async function tellOtherCorpus(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs">; readonly scan: Pick<ScanStore, "readPlan"> },
): Promise<readonly string[]> {
  const parts = await partsThatDiffer(context, scan);
  const [first] = run.runs;
  return first === undefined ? [] : describeOtherCorpus(parts, (await first.readRunPlan()).corpus.version);
}
