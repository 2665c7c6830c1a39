import { type Check, JUDGE_ASKS } from "../schema/check.ts";
import type { LexiconName } from "../schema/ids.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript, TranscriptMessage } from "../schema/transcript.ts";
import { findCues } from "./find-cues.ts";
import type { LexiconHit, LexiconMatcher } from "./lexicon-matcher.ts";
import { type TranscriptWindow, windowsFor } from "./transcript-windows.ts";

export type CheckLexicons = ReadonlyMap<LexiconName, Lexicon>;

/** A message and what a check's lexicon found in it. */
export interface FlaggedMessage {
  readonly message: TranscriptMessage;
  readonly hits: readonly LexiconHit[];
}

export interface QuestionWindows {
  readonly windows: readonly TranscriptWindow[];
  /** The windows a judge is asked about. */
  readonly judged: readonly TranscriptWindow[];
  readonly flagged: readonly FlaggedMessage[];
}

/**
 * What a check looks at in a transcript: planning counts it and verifying does it, from this one answer.
 */
export function questionWindows(input: {
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly lexicons: CheckLexicons;
  readonly matcher: LexiconMatcher;
}): QuestionWindows {
  const { check, transcript, matcher } = input;
  const { messages } = transcript;
  const lexicon = lexiconOf(check, input.lexicons);
  const cues = findCues({
    check,
    scenario: input.scenario,
    messages,
    matcher,
    lexiconRole: lexicon?.role ?? null,
  });
  const windows = windowsFor({ check, messages, cues });
  const flagged = lexicon === undefined ? [] : flag(messages, lexicon, matcher);
  const flaggedMessages = new Set(flagged.map(({ message }) => message));

  const isFlagged = (window: TranscriptWindow) =>
    window.messages.some((message) => flaggedMessages.has(message));
  const asks = JUDGE_ASKS[check.routing.route];
  // Hits of a user lexicon are cues: they made the windows, and every cue is examined.
  const onlyFlagged = asks === "flagged" && lexicon?.role === "assistant";
  const judged = asks === "nothing" ? [] : windows.filter((window) => !onlyFlagged || isFlagged(window));
  return { windows, judged, flagged };
}

export function lexiconOf(check: Check, lexicons: CheckLexicons): Lexicon | undefined {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  return name === undefined ? undefined : lexicons.get(name);
}

function flag(
  messages: readonly TranscriptMessage[],
  lexicon: Lexicon,
  matcher: LexiconMatcher,
): FlaggedMessage[] {
  const only = new Set([lexicon.name]);
  return messages.flatMap((message) => {
    const hits = message.role === lexicon.role ? matcher.find(message.content, message.role, only) : [];
    return hits.length > 0 ? [{ message, hits }] : [];
  });
}
