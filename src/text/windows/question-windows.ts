import { isCompliance } from "../../domain/dimensions.ts";
import { type Check, JUDGE_ASKS } from "../../schema/corpus/check.ts";
import type { Lexicon } from "../../schema/corpus/lexicon.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { LexiconName } from "../../schema/ids.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { LexiconHit, LexiconMatcher } from "../match/lexicon-matcher.ts";
import { type Cue, findCues } from "./find-cues.ts";
import { isCut, isWordless, type SilencedCue, silencedCues } from "./silence.ts";
import { allReplies, type TranscriptWindow, windowsFor } from "./transcript-windows.ts";

export type CheckLexicons = ReadonlyMap<LexiconName, Lexicon>;

/** A message and what a check's lexicon found in it. */
export interface FlaggedMessage {
  readonly message: TranscriptMessage;
  readonly hits: readonly LexiconHit[];
}

export interface QuestionWindows {
  readonly windows: readonly TranscriptWindow[];
  /** Those that need no judge, because the reply to the cue plainly says what is asked for. */
  readonly cleared: readonly TranscriptWindow[];
  /** Cues whose answer was silence, where that is a failure: no judge is asked about their windows. */
  readonly silenced: readonly SilencedCue[];
  /** The windows a judge is asked about. */
  readonly judged: readonly TranscriptWindow[];
  /** What one search call looks through for more such windows; null where none is made. */
  readonly sweep: TranscriptWindow | null;
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
  /** Cues that a judge found, where there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
  /** Whether to search also where word lists could decide. @default false */
  readonly thorough?: boolean;
  /** What counts as saying that this is an AI, by the rules of the place. */
  readonly disclosures?: readonly string[];
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
    ...(input.foundByJudge === undefined ? {} : { foundByJudge: input.foundByJudge }),
  });
  const windows = windowsFor({ check, messages, cues });
  const flagged = lexicon === undefined ? [] : flag(messages, lexicon, matcher);
  const flaggedMessages = new Set(flagged.map(({ message }) => message));

  const isFlagged = (window: TranscriptWindow) =>
    window.messages.some((message) => flaggedMessages.has(message));
  const asks = JUDGE_ASKS[check.routing.route];
  const replies = isSwept(check, input.thorough ?? false) ? allReplies(messages) : null;
  const sweep = replies !== null && isWordless(replies) ? null : replies;
  // Hits of a user lexicon are cues: they made the windows, and every cue is examined.
  const onlyFlagged = replies !== null || (asks === "flagged" && lexicon?.role === "assistant");
  const asked = asks === "nothing" ? [] : windows.filter((window) => !onlyFlagged || isFlagged(window));
  const isAboutDisclosure = asks === "flagged" && lexicon?.role === "user" && isCompliance(check);
  const cleared = isAboutDisclosure
    ? asked.filter((window) => isDisclosed(window, input.disclosures ?? [], matcher))
    : [];
  const silenced = silencedCues(check, windows);
  const decided = new Set([...cleared, ...silenced.map(({ window }) => window)]);
  const judged = asked.filter((window) => !decided.has(window) && !isWordless(window));
  return { windows, cleared, silenced, judged, sweep, flagged };
}

/** A reply that discloses and trips no word list besides. One that also claims to be a person is for the judge. */
function isDisclosed(
  window: TranscriptWindow,
  disclosures: readonly string[],
  matcher: LexiconMatcher,
): boolean {
  const replies = window.messages.filter((message) => message.role === "assistant");
  return replies.every(
    (reply) =>
      !isCut(reply) &&
      matcher.plainlySays(reply.content, disclosures) &&
      matcher.find(reply.content, "assistant").length === 0,
  );
}

/**
 * Whether one call searches all replies for what a check's lexicon missed: for a judged check of single replies always,
 * for a check that word lists could decide in a thorough scan. Claims have a search of their own.
 */
function isSwept(check: Check, thorough: boolean): boolean {
  const { unit_of_analysis: unit, corpus_required: hasOwnSearch, route } = check.routing;
  if (unit !== "turn_level" || hasOwnSearch) return false;
  const asks = JUDGE_ASKS[route];
  return asks === "everything" || (asks === "flagged" && thorough);
}

/**
 * The checks whose cues one call looks for, in a conversation that no author marked. Planning counts the call and
 * verifying makes it; none where the list is empty.
 */
export function checksInNeedOfCues(eligible: readonly Check[], scenario: Scenario | null): readonly Check[] {
  if (scenario !== null) return [];
  return eligible.filter(
    ({ routing }) => routing.unit_of_analysis === "event_window" && JUDGE_ASKS[routing.route] !== "nothing",
  );
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
