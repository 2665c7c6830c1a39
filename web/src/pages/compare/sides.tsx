/** Sides of a comparison: in the address, in the lists to choose from, and as columns of a table. */

import { formatDates, formatRange } from "../../../../src/domain/number-words.ts";
import type { Interval } from "../../../../src/schema/scan/estimates.ts";
import type { SidePath } from "../../../../src/schema/site-paths.ts";
import type { ComparedMeasure } from "../../../../src/site/build-comparison.ts";
import type { ModelBrief, RunBrief, ScanBrief } from "../../../../src/site/site-ports.ts";
import { Choice } from "../../parts/choice.tsx";
import { formatCount } from "../../words/format-number.ts";
import { nameScans } from "../../words/names.ts";

/** Formats a side for the address: `<scan>@<slug>`. */
export function writeSide({ scan, slug }: SidePath): string {
  return `${scan}@${slug}`;
}

interface SideOption {
  readonly value: string;
  readonly name: string;
  /** Full name of its origin. */
  readonly origin: string;
  readonly model: ModelBrief;
}

/** Lists everything that can be compared; names the scan if there are several. */
export function sideOptions(
  scans: readonly ScanBrief[],
  runs: readonly Pick<RunBrief, "run_id" | "label">[],
): readonly SideOption[] {
  const names = nameScans(scans);
  const labelOf = (run: string | null) => runs.find(({ run_id }) => run_id === run)?.label;
  return scans.flatMap(({ scan, scan_id, run_id, created_at, models }) =>
    models.map((model) => ({
      value: writeSide({ scan, slug: model.slug }),
      name: [
        model.model_id,
        ...(scans.length === 1 ? [] : [nameWithLabel(names.get(scan) ?? scan, labelOf(run_id) ?? null)]),
        ...(scans.length === 1 ? [] : [formatDates(created_at === null ? [] : [created_at]) ?? []].flat()),
      ].join(" · "),
      origin: run_id === null ? scan_id : `run ${run_id}, scan ${scan_id}`,
      model,
    })),
  );
}

/** Adds the label, unless the name already has it, as most names do. */
function nameWithLabel(name: string, label: string | null): string {
  return label === null || name.startsWith(`${label} · `) ? name : `${label} · ${name}`;
}

/** Both sides in the form of the address. */
export interface Sides {
  readonly a: string;
  readonly b: string;
}

interface SidePickerProps {
  readonly sides: Sides;
  readonly options: readonly SideOption[];
  /** Whether to name the scan of a side. */
  readonly withOrigin: boolean;
  readonly onChange: (sides: Sides) => void;
}

export function SidePicker({ sides, options, withOrigin, onChange }: SidePickerProps) {
  return (
    <div className="screen-only flex flex-wrap items-start gap-3">
      {(["a", "b"] as const).map((side) => {
        const chosen = options.find(({ value }) => value === sides[side]);
        return (
          <div key={side} className="grid max-w-[min(32rem,100%)] gap-1">
            <Choice
              label={side === "a" ? "First" : "Second"}
              value={chosen?.value ?? ""}
              options={[
                ...(chosen === undefined ? [["", "Choose an assistant"] as const] : []),
                ...options.map(
                  ({ value, name }) => [value, name, value === sides[side === "a" ? "b" : "a"]] as const,
                ),
              ]}
              onChoose={(value) => onChange({ ...sides, [side]: value })}
            />
            {withOrigin && chosen !== undefined && (
              <p className="text-sm text-quiet">{`Of ${chosen.origin}`}</p>
            )}
          </div>
        );
      })}
      <button
        type="button"
        className="control self-start sm:mt-[1.55rem]"
        onClick={() => onChange({ a: sides.b, b: sides.a })}
      >
        Swap
      </button>
    </div>
  );
}

interface SideNames {
  readonly a: string;
  readonly b: string;
}

export function SideHeadings({ names }: { readonly names: SideNames }) {
  return (["a", "b"] as const).map((side) => (
    <th key={side} scope="col" className="number">
      <bdi>{names[side]}</bdi>
    </th>
  ));
}

interface SideScoresProps {
  readonly names: SideNames;
  readonly a: Interval | null;
  readonly b: Interval | null;
}

/** Cells below `SideHeadings`. */
export function SideScores({ names, ...scores }: SideScoresProps) {
  return (["a", "b"] as const).map((side) => (
    <td key={side} className="number" data-label={names[side]}>
      {formatRange(scores[side])}
    </td>
  ));
}

interface SideCountsProps {
  readonly names: SideNames;
  readonly counted: NonNullable<ComparedMeasure["counted"]>;
}

/** Cells below `SideHeadings`, for counts without scores. */
export function SideCounts({ names, counted }: SideCountsProps) {
  return (["a", "b"] as const).map((side) => {
    const { open = 0 } = counted[side];
    return (
      <td key={side} className="number" data-label={names[side]}>
        {formatCount(counted[side])}
        {open > 0 && <span className="block text-xs text-unclear">{open} more open</span>}
      </td>
    );
  });
}
