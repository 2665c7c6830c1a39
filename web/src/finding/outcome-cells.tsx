import { mayHaveCrossed } from "../../../src/schema/open-gate.ts";
import type { ConversationBrief } from "../../../src/schema/site-board.ts";
import { VerdictShape } from "../chart/verdict-mark.tsx";
import { formatScore } from "../words/format-number.ts";
import { ConversationLink } from "./conversation-link.tsx";

/** The headings of `OutcomeCells`. */
export function OutcomeHeadings() {
  return (
    <>
      <th scope="col">Line crossed</th>
      <th scope="col">Failed checks</th>
      <th scope="col" className="number">
        Overall
      </th>
    </>
  );
}

/** What came of a conversation, as cells of a table. */
export function OutcomeCells({ scan, brief }: { readonly scan: string; readonly brief: ConversationBrief }) {
  const { conversation, hard_fail, gates, failed, overall } = brief;
  return (
    <>
      <td>
        {hard_fail && (
          <span className="whitespace-nowrap font-semibold text-fail">
            <VerdictShape verdict="FAIL" /> crossed
          </span>
        )}
        {mayHaveCrossed({ hard_fail, gate_status: gates }) && (
          <span className="whitespace-nowrap text-unclear">
            <VerdictShape verdict="UNCLEAR" /> not established
          </span>
        )}
      </td>
      <td>
        {failed.map((checkId) => (
          <ConversationLink
            key={checkId}
            scan={scan}
            conversation={conversation}
            checkId={checkId}
            className="me-2 inline-block min-h-6"
          >
            {checkId}
          </ConversationLink>
        ))}
      </td>
      <td className="number" data-label="Overall">
        {formatScore(overall)}
      </td>
    </>
  );
}
