import type { ReactNode } from "react";
import { speakerOf } from "../../../src/domain/evidence.ts";
import type { EvidenceSpan } from "../../../src/schema/scan/verdict.ts";
import type { SiteVote, VerdictLane } from "../../../src/site/pages/build-conversation.ts";
import type { SiteMessage } from "../../../src/site/pages/conversation-turns.ts";
import type { CueMark } from "../../../src/site/pages/describe-script.ts";
import { foldText, type WordMatcher } from "../../../src/text/find/match-words.ts";
import { cueSpans } from "../words/cue-words.ts";
import type { TextSpan } from "./cut-text.ts";
import { ModelText, type QuoteMark } from "./model-text.tsx";

interface MessageViewProps {
  readonly message: SiteMessage;
  readonly turn: number;
  readonly lanes: readonly VerdictLane[];
  readonly chosen: string | null;
  /** Cues of the turn, to mark in the caregiver's words. */
  readonly cues?: readonly CueMark[];
  /** Words of the reader's search. */
  readonly sought?: WordMatcher | null;
  readonly notes?: ReactNode;
}

export function MessageView({
  message,
  turn,
  lanes,
  chosen,
  cues = [],
  sought = null,
  notes,
}: MessageViewProps) {
  const { role, content, elapsed_minutes, error } = message;
  const told = asides(message);
  return (
    <div className={`message ${role}`}>
      <p className="who">
        {speakerOf(role)}
        <span className="font-normal text-quiet">
          {role === "user" && ` · turn ${turn}`}
          {elapsed_minutes !== undefined && ` · ${elapsed_minutes} min into the session`}
        </span>
      </p>
      {content === "" && error === undefined ? (
        <p className="text-quiet">(no answer)</p>
      ) : (
        <ModelText
          source={content}
          spans={[
            ...quoteSpans(lanes, turn, role, chosen),
            ...voiceSpans(lanes, turn, role, chosen),
            ...(role === "user" ? cueMarksIn(cues, content) : []),
            ...soughtIn(sought, content),
          ]}
        />
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
 * Locates the verdicts' quotes in a message. For an omission it marks the cue. The assistant's words on an omission,
 * and quotes of passes, are marked only while that verdict is selected.
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
    return spansIn(evidence, turn, role, { id: mode_id, tone, chosen: isChosen });
  });
}

/** Locates the script's cues in the message. */
function cueMarksIn(cues: readonly CueMark[], content: string): readonly TextSpan<QuoteMark>[] {
  return cueSpans(cues, content).map((span) => ({
    ...span,
    mark: { id: "cue", tone: "cue" as const, chosen: false },
  }));
}

function soughtIn(sought: WordMatcher | null, content: string): readonly TextSpan<QuoteMark>[] {
  return (sought?.stretches(foldText(content)) ?? []).map((span) => ({
    ...span,
    mark: { id: "sought", tone: "found" as const, chosen: false },
  }));
}

/** Locates the quotes of differing votes and of the second judge, while the verdict is selected. */
function voiceSpans(
  lanes: readonly VerdictLane[],
  turn: number,
  role: SiteMessage["role"],
  chosen: string | null,
): readonly TextSpan<QuoteMark>[] {
  const lane = lanes.find(({ mode_id }) => mode_id === chosen);
  if (lane === undefined) return [];
  const words = (votes: readonly SiteVote[], tone: QuoteMark["tone"]) =>
    votes.flatMap(({ evidence }) => spansIn(evidence, turn, role, { id: lane.mode_id, tone, chosen: true }));
  return [...words(lane.votes, "dissent"), ...words(lane.second_judge?.votes ?? [], "second")];
}

function spansIn(
  evidence: readonly EvidenceSpan[],
  turn: number,
  role: SiteMessage["role"],
  mark: QuoteMark,
): readonly TextSpan<QuoteMark>[] {
  return evidence.flatMap(({ role: speaker, turn: at, verification: { start, end } }) =>
    speaker === role && at === turn && start !== undefined && end !== undefined ? [{ start, end, mark }] : [],
  );
}
