/** Finds differences between a scan and its seal: files that cannot be recomputed, and the seal's counts. */
import { basename } from "node:path";
import type { Seal } from "../../schema/scan/seal.ts";
import type { FileDifference } from "../../store/compare-files.ts";
import { BrokenSealError } from "../../store/errors.ts";
import { sealedPlace } from "../../store/scan-source.ts";
import { checkSealedFiles, damagedDerivations, miscounted } from "../../store/seal.ts";
import type { OpenedScan } from "./verify-and-repair.ts";

/**
 * Throws without a seal, since only the seal knows some of the facts.
 * @param source the seal of the scan whose rows people decided
 */
export async function changedSinceSeal({ run, scan }: OpenedScan, source?: Seal): Promise<FileDifference[]> {
  const place = sealedPlace(run, scan);
  const notAsSealed = (file: string, found: string): FileDifference => ({
    ...{ file, row: null, field: "", found, expected: "as it was sealed", isSealed: true },
  });
  try {
    const seal = await checkSealedFiles(place);
    const damaged = await damagedDerivations(scan.paths, seal);
    const { scanId } = scan;
    const wrong = await miscounted(place, seal, { scanId, plan: await scan.readPlan(), source });
    return [
      ...damaged.map((file) => notAsSealed(file, "it was changed, or is missing")),
      ...(wrong === null
        ? []
        : [{ ...wrong, file: basename(scan.paths.seal), row: null, field: wrong.path.join(".") }]),
    ];
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error;
    return error.problems.map(({ file, problem }) => notAsSealed(file, problem));
  }
}
