/** Results of conversations, for tables and heads of several pages. */

import type { ClaimStatus } from "../../../src/domain/claims.ts";
import { formatName } from "../../../src/domain/dimensions.ts";
import { failedDutiesClause, mayHaveCrossed } from "../../../src/domain/gates.ts";
import { formatRange } from "../../../src/domain/number-words.ts";
import type { ConversationBrief } from "../../../src/site/briefs.ts";
import type { SiteBoardModel } from "../../../src/site/pages/build-board.ts";
import { useSiteIndex } from "../data/use-chunk.ts";
import { ConversationLink } from "./links.tsx";
import { VerdictShape } from "./verdict-mark.tsx";

interface GateTallyProps {
  readonly name: string;
  readonly gate: SiteBoardModel["gates"]["safety" | "compliance"];
}

/** Describes a gate's results over conversations. */
export function GateTally({ name, gate }: GateTallyProps) {
  const { passed, failed, not_established, not_asked } = gate;
  return (
    <p className="text-sm">
      <span className="label">{name} </span>
      {failed > 0 && (
        <span className="whitespace-nowrap font-semibold text-fail">
          <VerdictShape verdict="FAIL" /> {failed} failed
        </span>
      )}
      {failed > 0 && " "}
      {not_established > 0 && (
        <span className="whitespace-nowrap text-unclear">
          <VerdictShape verdict="UNCLEAR" /> {not_established} not established
        </span>
      )}
      {not_established > 0 && " "}
      {passed > 0 && (
        <span className="whitespace-nowrap text-pass">
          <VerdictShape verdict="PASS" /> {passed} passed
        </span>
      )}
      {not_asked > 0 && <span className="whitespace-nowrap text-quiet"> {not_asked} not asked</span>}
      {passed + failed + not_established + not_asked === 0 && "nothing to judge"}
      <span className="text-fail">{failedDutiesClause(gate)}</span>
    </p>
  );
}

/** Headings of `OutcomeCells`. */
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

interface OutcomeCellsProps {
  readonly scan: string;
  readonly brief: ConversationBrief;
  /** Whether to add the names of the failed checks. */
  readonly named?: boolean;
}

/** Results of a conversation as table cells. */
export function OutcomeCells({ scan, brief, named = false }: OutcomeCellsProps) {
  const { conversation, hard_fail, gates, failed, overall } = brief;
  const { checks } = useSiteIndex();
  const nameOf = (checkId: string) =>
    named ? ` ${formatName(checks.find(({ mode_id }) => mode_id === checkId)?.name ?? "")}` : "";
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
            className="me-4 inline-block min-h-6"
          >
            {checkId}
            {nameOf(checkId)}
          </ConversationLink>
        ))}
      </td>
      <td className="number" data-label="Overall">
        {formatRange(overall)}
      </td>
    </>
  );
}

/** Explains why a public claim is not allowed yet. */
export function ClaimDoubts({ claim }: { readonly claim: ClaimStatus }) {
  return (
    <details>
      <summary>Not for public claims</summary>
      <ul className="list-disc ps-4">
        {claim.missing.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
