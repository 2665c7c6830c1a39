import { Link } from "@tanstack/react-router";
import type { BlindspotCell } from "../../../src/schema/site-board.ts";
import type { ModelBrief } from "../../../src/schema/site-index.ts";
import { useCheckBrief } from "../data/use-site-index.ts";
import { describeCell } from "../words/describe-cell.ts";
import { readName } from "../words/read-name.ts";

export interface Pointed {
  readonly checkId: string;
  readonly model: ModelBrief;
  readonly cell: BlindspotCell | null;
}

interface HeatReadoutProps {
  readonly scan: string;
  readonly pointed: Pointed | null;
}

/** What the cell under the pointer or the focus says, in words. */
export function HeatReadout({ scan, pointed }: HeatReadoutProps) {
  const check = useCheckBrief(pointed?.checkId ?? "");
  if (pointed === null)
    return (
      <p className="heat-readout screen-only text-quiet">
        Point at a cell, or move to it with the arrow keys, to read what it says.
      </p>
    );
  const { checkId, model, cell } = pointed;
  return (
    <div className="heat-readout pointed screen-only">
      <p>
        <strong>
          {checkId} {readName(check?.name ?? "")}
        </strong>
        : {check?.summary}
      </p>
      <p>
        <bdi>{model.model_id}</bdi>: {describeCell(cell)}{" "}
        <Link to="/s/$scan/checks/$check" params={{ scan, check: checkId }} search={{ model: model.slug }}>
          All evidence on this check
        </Link>
      </p>
    </div>
  );
}
