import { Link } from "@tanstack/react-router";
import type { BlindspotCell } from "../../../src/schema/site-board.ts";
import type { ModelBrief } from "../../../src/schema/site-index.ts";
import { type EmptyState, emptyState, formatCell, isDecided } from "../words/describe-cell.ts";
import { formatRate } from "../words/format-number.ts";
import { heatStep } from "./heat-step.ts";

interface HeatCellProps {
  readonly checkId: string;
  readonly model: ModelBrief;
  readonly cell: BlindspotCell | null;
  /** Where the Tab key enters the table. */
  readonly isStop: boolean;
  readonly onPoint: () => void;
}

/** What a cell without a count looks like, told apart by more than its colour. */
export const emptyLooks: Readonly<Record<EmptyState, { readonly className: string; readonly sign: string }>> =
  {
    no_occasion: { className: "heat-none", sign: "" },
    not_decided: { className: "heat-undecided", sign: "?" },
    left_out: { className: "heat-left-out", sign: "–" },
  };

/** Names a cell, for the Tab key and for whoever comes back to it. */
export function cellPlace(checkId: string, { scan, slug }: ModelBrief): string {
  return `${checkId} ${scan} ${slug}`;
}

export function HeatCell({ checkId, model, cell, isStop, onPoint }: HeatCellProps) {
  const point = {
    onPointerEnter: onPoint,
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
  const step = heatStep(cell.k, cell.n);
  const count = (
    <>
      {!cell.small && <span className="rate">{formatRate(cell.rate)}</span>}
      <span className={cell.small ? "rate" : "count"}>
        {cell.k}/{cell.n}
      </span>
    </>
  );
  if (cell.worst === null)
    return (
      <td className={`heat-${step}`} {...point}>
        {count}
      </td>
    );
  return (
    <td className={`heat-${step}`}>
      <Link
        to="/s/$scan/conversations/$conversation"
        params={{ scan: model.scan, conversation: cell.worst }}
        search={{ check: checkId }}
        {...point}
      >
        {count}
        <span className="sr-only">{` ${checkId}, ${model.model_id}: read the evidence`}</span>
      </Link>
    </td>
  );
}
