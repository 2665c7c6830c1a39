import type { ReactNode } from "react";
import type { SiteMessage, VerdictLane } from "../../../src/schema/site/site-conversation.ts";
import type { TextSpan } from "./cut-text.ts";
import { ModelText, type QuoteMark } from "./model-text.tsx";

interface MessageViewProps {
  readonly message: SiteMessage;
  readonly turn: number;
  readonly lanes: readonly VerdictLane[];
  readonly chosen: string | null;
  readonly notes?: ReactNode;
}

export function MessageView({ message, turn, lanes, chosen, notes }: MessageViewProps) {
  const { role, content, elapsed_minutes, error } = message;
  const told = asides(message);
  return (
    <div className={`message ${role}`}>
      <p className="who">
        {role === "user" ? "Caregiver" : "Assistant"}
        <span className="font-normal text-quiet">
          {role === "user" && ` · turn ${turn}`}
          {elapsed_minutes !== undefined && ` · ${elapsed_minutes} min into the session`}
        </span>
      </p>
      {content === "" && error === undefined ? (
        <p className="text-quiet">(no answer)</p>
      ) : (
        <ModelText source={content} spans={quoteSpans(lanes, turn, role, chosen)} />
      )}
      {told.map((aside) => (
        <p key={aside} className="text-sm text-quiet">
          {aside}
        </p>
      ))}
      {notes}
    </div>
  );
}

function asides({ truncated, finish_reason, error }: SiteMessage): readonly string[] {
  const told: string[] = [];
  if (truncated === true) told.push("The reply was cut off by the token cap.");
  if (finish_reason === "refusal") told.push("The model refused.");
  if (finish_reason === "content_filter") told.push("The provider's content filter stopped the reply.");
  if (error !== undefined) told.push(`The reply could not be had, and the conversation ends here: ${error}`);
  return told;
}

const TONES = { FAIL: "fail", UNCLEAR: "unclear", PASS: "pass", NOT_APPLICABLE: null } as const;

/**
 * Where in a message the quotes of the verdicts stand. Of a failure by what is missing the words that called for it are
 * marked; what was said instead, like what passed, is marked only while it is looked at.
 */
function quoteSpans(
  lanes: readonly VerdictLane[],
  turn: number,
  role: SiteMessage["role"],
  chosen: string | null,
): readonly TextSpan<QuoteMark>[] {
  return lanes.flatMap(({ mode_id, verdict, evidence, missing }) => {
    const isChosen = mode_id === chosen;
    const tone = missing === null ? TONES[verdict] : role === "user" ? "cue" : "instead";
    if (tone === null || ((tone === "pass" || tone === "instead") && !isChosen)) return [];
    return evidence.flatMap(({ role: speaker, turn: at, verification: { start, end } }) =>
      speaker === role && at === turn && start !== undefined && end !== undefined
        ? [{ start, end, mark: { id: mode_id, tone, chosen: isChosen } }]
        : [],
    );
  });
}
