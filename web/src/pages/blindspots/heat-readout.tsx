import { Link } from "@tanstack/react-router";
import { formatName } from "../../../../src/domain/dimensions.ts";
import type { BlindspotCell, CellProof } from "../../../../src/site/pages/build-blindspots.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { useCheckBrief } from "../../data/use-chunk.ts";
import { ConversationLink } from "../../parts/links.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { describeCell } from "../../words/describe-results.ts";

export interface PointedCell {
  readonly checkId: string;
  readonly model: ModelBrief;
  readonly cell: BlindspotCell | null;
  readonly proof: CellProof | null;
}

interface HeatReadoutProps {
  readonly scan: string;
  readonly pointed: PointedCell | null;
}

/** Describes the cell under the pointer or the focus. */
export function HeatReadout({ scan, pointed }: HeatReadoutProps) {
  const check = useCheckBrief(pointed?.checkId ?? "");
  if (pointed === null)
    return (
      <p className="heat-readout screen-only text-quiet">
        Point at a cell, tap it, or move to it with the arrow keys, to read what it says. Enter, a click or a
        second tap opens the conversation.
      </p>
    );
  const { checkId, model, cell, proof } = pointed;
  return (
    <div className="heat-readout pointed screen-only">
      <p>
        <strong>
          {checkId} {formatName(check?.name ?? "")}
        </strong>
        <span className="max-lg:hidden">: {check?.summary}</span>
      </p>
      <p>
        <bdi>{model.model_id}</bdi>: {describeCell(cell)}{" "}
        <Link to="/s/$scan/checks/$check" params={{ scan, check: checkId }} search={{ model: model.slug }}>
          All evidence on this check
        </Link>
      </p>
      {cell !== null && cell.worst !== null && proof !== null && (
        <>
          <ProofWords proof={proof} />
          <p>
            <ConversationLink
              scan={model.scan}
              conversation={cell.worst}
              checkId={checkId}
              className="inline-block min-h-6"
            >
              Read it in the conversation{proof.turn !== null && `, turn ${proof.turn}`}
            </ConversationLink>
          </p>
        </>
      )}
    </div>
  );
}

/** Shows the quote that proves a failure. For an omission the quoted words are not at fault, so it names what is missing. */
function ProofWords({ proof: { quote, missing } }: { readonly proof: CellProof }) {
  if (missing !== null && missing !== "")
    return (
      <p>
        <span className="label">Missing </span>
        <span className="text" dir="auto">
          <MarkedText source={missing} />
        </span>
      </p>
    );
  if (quote === null) return null;
  return (
    <blockquote className="text font-serif text-lg leading-snug" dir="auto">
      {quote === "" ? (
        <em>(no answer)</em>
      ) : (
        <mark className="quote fail">
          <MarkedText source={quote} />
        </mark>
      )}
    </blockquote>
  );
}
