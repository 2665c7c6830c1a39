import { Link } from "@tanstack/react-router";
import type { BlindspotCell } from "../../../src/schema/site-board.ts";
import type { ModelBrief } from "../../../src/schema/site-index.ts";
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

export function HeatCell({ checkId, model, cell, isStop, onPoint }: HeatCellProps) {
  const point = { onPointerEnter: onPoint, onFocus: onPoint, tabIndex: isStop ? 0 : -1, "data-cell": "" };
  if (cell === null || cell.n === 0)
    return (
      <td className="heat-none" {...point}>
        <span className="sr-only">no occasion</span>
      </td>
    );
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
