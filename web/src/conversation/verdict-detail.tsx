import { Suspense } from "react";
import type { Conversation, VerdictLane } from "../../../src/schema/site-conversation.ts";
import type { EvidenceSpan } from "../../../src/schema/verdict.ts";
import { VerdictMark } from "../chart/verdict-mark.tsx";
import { useCheckBrief } from "../data/use-site-index.ts";
import { CheckLink } from "../finding/check-link.tsx";
import { MarkedText } from "../text/marked-text.tsx";
import { severityWords, tierWords, verdictWords } from "../words/verdict-words.ts";
import { CheckRule } from "./check-rule.tsx";
import { VoteList } from "./vote-list.tsx";

interface VerdictDetailProps {
  readonly conversation: Conversation;
  readonly lane: VerdictLane;
}

/** What a check found here: its question, the words, the reasons, the votes, the rule. */
export function VerdictDetail({ conversation, lane }: VerdictDetailProps) {
  const { mode_id, verdict, severity, because, rationale, evidence, windows, adjudication_required } = lane;
  const check = useCheckBrief(mode_id);
  return (
    <div className="verdict-detail">
      <p>
        <VerdictMark verdict={verdict} />
        <span className="text-quiet"> · {severityWords[severity]}</span>
      </p>
      <p>
        {verdict === "FAIL" ? "" : "Looked for: "}
        {check?.summary}
      </p>
      {because !== null && <p>Because {because}.</p>}
      {adjudication_required && <p className="text-unclear">A person has to look at this one.</p>}
      {evidence.map((span) => (
        <Evidence key={`${span.turn} ${span.role} ${span.quote}`} span={span} />
      ))}
      {rationale !== null && rationale !== "" && (
        <p>
          <span className="label">Why </span>
          <span className="text" dir="auto">
            <MarkedText source={rationale} />
          </span>
        </p>
      )}
      {windows.length > 1 && (
        <p className="text-quiet">
          Looked at {windows.length} places:{" "}
          {windows
            .map(({ first_turn, last_turn, verdict: found }) => {
              const where =
                first_turn === last_turn ? `turn ${first_turn}` : `turns ${first_turn} to ${last_turn}`;
              return `${where} ${verdictWords[found].toLowerCase()}`;
            })
            .join("; ")}
          .
        </p>
      )}
      <VoteList lane={lane} />
      <Suspense fallback={<p className="text-quiet">Loading the rule…</p>}>
        <CheckRule checkId={mode_id} />
      </Suspense>
      <p>
        <CheckLink scan={conversation.scan} checkId={mode_id} /> across all assistants
      </p>
    </div>
  );
}

function Evidence({ span: { quote, role, turn, verification } }: { readonly span: EvidenceSpan }) {
  return (
    <blockquote className="border-s-2 border-edge ps-3">
      <p className="text font-serif text-base" dir="auto">
        “<MarkedText source={quote} />”
      </p>
      <p className="text-quiet">
        {role === "assistant" ? "Assistant" : "Caregiver"}, turn {turn}, {tierWords[verification.tier]}
      </p>
    </blockquote>
  );
}
