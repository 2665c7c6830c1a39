import { Link } from "@tanstack/react-router";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import { formatRate } from "../../../../src/domain/number-words.ts";
import type { BlindspotCell } from "../../../../src/site/pages/build-blindspots.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { writeSet } from "../../parts/find-search.ts";
import { type EmptyState, emptyState, formatCell, isDecided } from "../../words/describe-results.ts";

interface HeatCellProps {
  readonly checkId: string;
  readonly model: ModelBrief;
  readonly cell: BlindspotCell | null;
  /** Whether the Tab key enters the table at this cell. */
  readonly isStop: boolean;
  readonly onPoint: () => void;
  /** Whether a tap opens the cell. The first tap only shows its text, because a finger cannot hover. */
  readonly isRead: boolean;
}

/** Look of a cell without a count, recognisable without its colour. */
export const emptyLooks: Readonly<Record<EmptyState, { readonly className: string; readonly sign: string }>> =
  {
    no_occasion: { className: "heat-none", sign: "" },
    not_decided: { className: "heat-undecided", sign: "?" },
    left_out: { className: "heat-left-out", sign: "–" },
  };

/** Names a cell, for the Tab key and for returning to it. */
export function cellPlace(checkId: string, { scan, slug }: ModelBrief): string {
  return `${checkId} ${scan} ${slug}`;
}

export function HeatCell({ checkId, model, cell, isStop, onPoint, isRead }: HeatCellProps) {
  const isFirstTap = useRef(false);
  const point = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && onPoint(),
    // Before the focus event, which would make the cell the current one.
    onPointerDown: ({ pointerType }: PointerEvent) => {
      isFirstTap.current = pointerType === "touch" && !isRead;
    },
    onClick: (event: MouseEvent) => {
      if (!isFirstTap.current) return;
      isFirstTap.current = false;
      event.preventDefault();
      onPoint();
    },
    onFocus: onPoint,
    tabIndex: isStop ? 0 : -1,
    "data-place": cellPlace(checkId, model),
  };
  if (!isDecided(cell)) {
    const { className, sign } = emptyLooks[emptyState(cell)];
    return (
      <td className={className} {...point}>
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{formatCell(cell)}</span>
      </td>
    );
  }
  const look = cell.small ? (cell.k === 0 ? "heat-0" : "heat-few") : `heat-${heatStep(cell.k, cell.n)}`;
  const count = (
    <>
      {!cell.small && <span className="rate">{formatRate(cell.rate)}</span>}
      <span className={cell.small ? "rate" : "count"}>
        {cell.k}/{cell.n}
      </span>
      {cell.small && cell.k > 0 && (
        <span className="dots" aria-hidden="true">
          {"●".repeat(cell.k)}
          {"○".repeat(cell.n - cell.k)}
        </span>
      )}
    </>
  );
  if (cell.worst === null)
    return (
      <td className={look} {...point}>
        {count}
      </td>
    );
  return (
    <td className={look}>
      <Link
        to="/s/$scan/conversations/$conversation"
        params={{ scan: model.scan, conversation: cell.worst }}
        search={{
          check: checkId,
          // With several failures it opens the most severe one, and the reader can walk through all of them.
          set: cell.k > 1 ? writeSet({ check: checkId, verdict: "FAIL", model: model.slug }) : undefined,
        }}
        {...point}
      >
        {count}
        <span className="sr-only">{` ${checkId}, ${model.model_id}: read the evidence`}</span>
      </Link>
    </td>
  );
}

/** Returns the ramp step for a rate, from 0 for none to 6 for most. Counts too small for a rate get no colour. */
function heatStep(k: number, n: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  if (n === 0 || k === 0) return 0;
  const rate = k / n;
  if (rate < 0.05) return 1;
  if (rate < 0.15) return 2;
  if (rate < 0.3) return 3;
  if (rate < 0.5) return 4;
  return rate < 0.75 ? 5 : 6;
}

export const heatLegend = [
  { step: 0, words: "none" },
  { step: 1, words: "under 5%" },
  { step: 2, words: "under 15%" },
  { step: 3, words: "under 30%" },
  { step: 4, words: "under 50%" },
  { step: 5, words: "under 75%" },
  { step: 6, words: "75% or more" },
] as const;
