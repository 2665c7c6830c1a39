import type { SidePath } from "../../../src/schema/site-data.ts";
import type { SiteIndex } from "../../../src/schema/site-index.ts";

/** One side of a comparison as it stands in the address: `<scan>@<slug>`. */
export function writeSide({ scan, slug }: SidePath): string {
  return `${scan}@${slug}`;
}

export function readSide(text: string | undefined): SidePath | null {
  const [scan, slug, ...rest] = text?.split("@") ?? [];
  return scan === undefined || slug === undefined || rest.length > 0 ? null : { scan, slug };
}

export interface SideOption {
  readonly value: string;
  readonly name: string;
}

/** Everything that can be compared; a scan is named where there are several. */
export function sideOptions({ scans }: Pick<SiteIndex, "scans">): readonly SideOption[] {
  return scans.flatMap(({ scan, scan_id, run_id, models }) =>
    models.map(({ slug, model_id }) => ({
      value: writeSide({ scan, slug }),
      name:
        scans.length === 1 ? model_id : `${model_id} in ${scan_id}${run_id === null ? "" : ` of ${run_id}`}`,
    })),
  );
}
