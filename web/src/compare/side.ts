import type { SidePath } from "../../../src/schema/site-data.ts";
import type { ModelBrief, ScanBrief } from "../../../src/schema/site-index.ts";
import { nameScans } from "../words/name-scans.ts";

/** One side of a comparison as it stands in the address: `<scan>@<slug>`. */
export function writeSide({ scan, slug }: SidePath): string {
  return `${scan}@${slug}`;
}

export interface SideOption {
  readonly value: string;
  readonly name: string;
  /** Where it comes from, unabridged. */
  readonly origin: string;
  readonly model: ModelBrief;
}

/** Everything that can be compared; a scan is named where there are several. */
export function sideOptions(scans: readonly ScanBrief[]): readonly SideOption[] {
  const names = nameScans(scans);
  return scans.flatMap(({ scan, scan_id, run_id, models }) =>
    models.map((model) => ({
      value: writeSide({ scan, slug: model.slug }),
      name: scans.length === 1 ? model.model_id : `${model.model_id} · ${names.get(scan)}`,
      origin: run_id === null ? scan_id : `run ${run_id}, scan ${scan_id}`,
      model,
    })),
  );
}
