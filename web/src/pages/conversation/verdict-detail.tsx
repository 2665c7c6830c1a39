import { Suspense } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { placeName, placeOutcome } from "../../../../src/domain/vote-places.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { Conversation, VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { useCheckBrief, useChunk } from "../../data/use-chunk.ts";
import { CopyText, Fold } from "../../parts/boxes.tsx";
import { CheckLink } from "../../parts/links.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";
import { disputeText } from "../../words/dispute-text.ts";
import { severityWords } from "../../words/verdict-words.ts";
import { Evidence, WhoDecided } from "./who-decided.tsx";

interface VerdictDetailProps {
  readonly conversation: Conversation;
  readonly lane: VerdictLane;
}

/** Details of a verdict: the question, the quotes, the reasons, the votes, the rule. */
export function VerdictDetail({ conversation, lane }: VerdictDetailProps) {
  const { mode_id, verdict, severity, because, rationale, evidence, missing, adjudication_required } = lane;
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
      <Reason label="Missing" text={missing} />
      <Reason label="Why" text={rationale} />
      <LookedAt lane={lane} />
      <WhoDecided lane={lane} />
      <Suspense fallback={<p className="text-quiet">Loading the rule…</p>}>
        <CheckRule checkId={mode_id} />
      </Suspense>
      <p>
        <CheckLink scan={conversation.scan} checkId={mode_id} /> across all assistants
      </p>
      <div className="screen-only">
        <Fold summary="Dispute this verdict">
          {() => (
            <CopyText
              label="Text of a dispute, to send with your reason"
              text={disputeText({
                item: `${conversation.transcript_id}#${mode_id}`,
                scan: conversation.scan,
                verdict,
                checkName: `${mode_id} ${formatName(check?.name ?? "")}`,
                turn: evidence[0]?.turn ?? null,
                words: evidence.find(({ role }) => role === "assistant")?.quote ?? null,
                reason: missing || rationale,
                against: null,
              })}
              rows={12}
            />
          )}
        </Fold>
      </div>
    </div>
  );
}

/**
 * Shows the ranges that the check looked at without votes. Places with votes appear with their votes. A search either
 * found nothing else, or its finding is a place of its own.
 */
function LookedAt({ lane: { windows, votes } }: { readonly lane: VerdictLane }) {
  if (windows.length < 2) return null;
  const places = votes.length > 0 ? [] : windows.filter(({ sweep }) => sweep !== true);
  const told = places.map((place) => `${placeName(place)} ${placeOutcome(place)}`);
  const searches = windows.filter(({ sweep }) => sweep === true);
  if (told.length + searches.length === 0) return null;
  return (
    <p className="text-quiet">
      {told.length > 0 && `Looked at ${formatQuantity(places.length, "place")}: ${told.join("; ")}.`}
      {searches.map(({ first_turn, last_turn, verdict }) => {
        const turns = last_turn - first_turn + 1;
        const all = turns === 1 ? "its one turn" : `all ${countWords[turns] ?? turns} turns`;
        return verdict === "UNCLEAR"
          ? ` A search through ${all} was lost: nobody knows whether there is more.`
          : ` Also looked through ${all}: nothing more.`;
      })}
    </p>
  );
}

const countWords: Readonly<Record<number, string>> = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
};

/** Shows a judge's reason; renders nothing without one. */
function Reason({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <p>
      <span className="label">{label} </span>
      <span className="text" dir="auto">
        <MarkedText source={text} />
      </span>
    </p>
  );
}

/** Shows the rule behind a verdict, the allowed look-alikes, and the rule's source. */
function CheckRule({ checkId }: { readonly checkId: string }) {
  const check = useChunk(chunkPath.check(checkId));
  return (
    <details>
      <summary>Rule and sources</summary>
      <dl className="mt-2 grid gap-2">
        <div>
          <dt className="label">Fails</dt>
          <dd>{check.fail_rule}</dd>
        </div>
        <div>
          <dt className="label">Passes</dt>
          <dd>{check.pass_rule}</dd>
        </div>
        <div>
          <dt className="label">Looks like it and is allowed</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.not_a_failure.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt className="label">Sources</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.sources.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </details>
  );
}
