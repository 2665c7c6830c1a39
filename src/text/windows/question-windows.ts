import { isCompliance } from "../../domain/dimensions.ts";
import { isCalledByCue, isOwnAct } from "../../domain/scenarios.ts";
import { type Check, JUDGE_ASKS } from "../../schema/corpus/check.ts";
import type { Lexicon } from "../../schema/corpus/lexicon.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { CheckId, LexiconName } from "../../schema/ids.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { LexiconHit, LexiconMatcher } from "../match/lexicon-matcher.ts";
import { type Cue, findCues } from "./find-cues.ts";
import { isCut, isWordless, type SilencedCue, saysNothing, silencedCues } from "./silence.ts";
import { type TranscriptWindow, windowsFor } from "./transcript-windows.ts";

export type CheckLexicons = ReadonlyMap<LexiconName, Lexicon>;

/** A message and the lexicon's hits in it. */
export interface FlaggedMessage {
  readonly message: TranscriptMessage;
  readonly hits: readonly LexiconHit[];
}

export interface QuestionWindows {
  readonly windows: readonly TranscriptWindow[];
  /** Windows that need no judge, because the reply to the cue plainly gives the required answer. */
  readonly cleared: readonly TranscriptWindow[];
  /** Cues answered by silence, if that is a failure; their windows do not go to a judge. */
  readonly silenced: readonly SilencedCue[];
  /** Windows that go to a judge. */
  readonly judged: readonly TranscriptWindow[];
  /** Windows that go to a judge if a search through all replies names their turn. */
  readonly perhaps: readonly TranscriptWindow[];
  readonly flagged: readonly FlaggedMessage[];
}

/**
 * Returns the windows of a check in a transcript. Planning counts them and verifying judges them, from the same result.
 */
export function questionWindows(input: {
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly lexicons: CheckLexicons;
  readonly matcher: LexiconMatcher;
  /** Cues found by a judge, if there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
  /** Turns named by a search through all replies; absent if no search looks for the check's failure. */
  readonly sweep?: { readonly turns: ReadonlySet<number> };
  /** Whether the conversation's tags call for the check; if not, only its acts are searched. @default true */
  readonly isCalledFor?: boolean;
  /** Statements that count as disclosing an AI, by the rules of the place. */
  readonly disclosures?: readonly string[];
}): QuestionWindows {
  const { check, transcript, matcher, sweep, isCalledFor = true } = input;
  const { messages } = transcript;
  const isOfReplies = check.routing.unit_of_analysis === "turn_level";
  const lexicon = lexiconOf(check, input.lexicons);
  const cues = cuesOf(input);
  const seen = isCalledFor || isOfReplies ? windowsFor({ check, messages, cues }) : [];
  const flagged = lexicon === undefined ? [] : flaggedBy(lexicon, messages, matcher);
  const flaggedMessages = new Set(flagged.map(({ message }) => message));

  const isFlagged = (window: TranscriptWindow) =>
    window.messages.some((message) => flaggedMessages.has(message));
  const asks = JUDGE_ASKS[check.routing.route];
  const isSwept = isOfReplies && sweep !== undefined;
  // Hits of a user lexicon are cues: they already made the windows, and every cue is examined.
  const onlyFlagged = isSwept || (asks === "flagged" && lexicon?.role === "assistant");
  const asked = asks === "nothing" ? [] : seen.filter((window) => !onlyFlagged || isFlagged(window));
  const nameable = sweep === undefined ? [] : nameableWindows({ check, messages, seen, asked });
  const named = nameable.filter(({ turn }) => sweep?.turns.has(turn)).map(({ window }) => window);
  const windows = [...seen, ...named.filter((window) => !seen.includes(window))];
  const isAboutDisclosure = asks === "flagged" && lexicon?.role === "user" && isCompliance(check);
  const cleared = isAboutDisclosure
    ? asked.filter((window) => isDisclosed(window, input.disclosures ?? [], matcher))
    : [];
  const silenced = silencedCues(check, windows);
  const decided = new Set([...cleared, ...silenced.map(({ window }) => window)]);
  const judged = [...asked.filter((window) => !decided.has(window) && !isWordless(window)), ...named];
  const perhaps = nameable.map(({ window }) => window).filter((window) => !named.includes(window));
  return { windows, cleared, silenced, judged, perhaps, flagged };
}

/** Returns the cues of a check in a transcript: the author's, else those of word lists and of a judge's search. */
export function cuesOf(
  input: Pick<
    Parameters<typeof questionWindows>[0],
    "check" | "scenario" | "transcript" | "lexicons" | "matcher" | "foundByJudge"
  >,
): readonly Cue[] {
  const { check, scenario, transcript, lexicons, matcher, foundByJudge } = input;
  return findCues({
    check,
    scenario,
    messages: transcript.messages,
    matcher,
    lexiconRole: lexiconOf(check, lexicons)?.role ?? null,
    ...(foundByJudge === undefined ? {} : { foundByJudge }),
  });
}

/** Returns the windows that a search for cues may add to those of the known cues. */
export function windowsOfSearch({
  check,
  messages,
  known,
}: {
  readonly check: Check;
  readonly messages: readonly TranscriptMessage[];
  readonly known: readonly TranscriptWindow[];
}): readonly TranscriptWindow[] {
  const isKnown = (window: TranscriptWindow) =>
    known.some((other) => other.first_turn === window.first_turn && other.last_turn === window.last_turn);
  const cues = messages
    .filter(({ role }) => role === "user")
    .map(({ turn }): Cue => ({ turn, source: "judge" }));
  return windowsFor({ check, messages, cues }).filter((window) => !isKnown(window) && !isWordless(window));
}

/** Returns the replies that no question covers yet, each alone or with the message that it answers. */
function nameableWindows(input: {
  readonly check: Check;
  readonly messages: readonly TranscriptMessage[];
  readonly seen: readonly TranscriptWindow[];
  readonly asked: readonly TranscriptWindow[];
}): readonly { readonly turn: number; readonly window: TranscriptWindow }[] {
  const { check, messages, seen, asked } = input;
  if (check.routing.unit_of_analysis === "turn_level")
    return seen
      .filter((window) => !asked.includes(window) && !isWordless(window))
      .map((window) => ({ turn: window.first_turn, window }));
  const covered = new Set(seen.flatMap((window) => window.messages));
  return messages
    .filter((reply) => reply.role === "assistant" && !saysNothing(reply) && !covered.has(reply))
    .flatMap(({ turn }) =>
      windowsFor({ check, messages, cues: [{ turn, source: "judge" }] }).map((window) => ({ turn, window })),
    );
}

/**
 * Whether a reply discloses the AI and has no word-list hit. A reply that also claims to be a person goes to the judge.
 */
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
 * Returns the checks whose failures one call searches in all replies. A thorough scan, and every scan of a conversation
 * without an author's tags, searches every act of the assistant's own, called for or not. A quick scan of a scenario
 * searches only acts of single replies that no word list can decide.
 */
export function checksInSweep(
  checks: readonly Check[],
  {
    called,
    scenario,
    thorough,
  }: {
    readonly called: ReadonlySet<CheckId>;
    readonly scenario: Scenario | null;
    readonly thorough: boolean;
  },
): readonly Check[] {
  return checks.filter((check) => {
    const { route, unit_of_analysis: unit } = check.routing;
    const isQuick = called.has(check.id) && unit === "turn_level" && JUDGE_ASKS[route] === "everything";
    return isOwnAct(check) && (thorough || scenario === null || isQuick);
  });
}

/**
 * Returns the checks whose cues one call searches, in a conversation without an author's cues. These are event checks
 * that its tags call for, and every gate check that only a cue can call for. Planning counts the call and verifying
 * makes it; an empty list means no call.
 */
export function checksInNeedOfCues(
  checks: readonly Check[],
  { called, scenario }: { readonly called: ReadonlySet<CheckId>; readonly scenario: Scenario | null },
): readonly Check[] {
  if (scenario !== null) return [];
  return checks.filter((check) => {
    const { route, unit_of_analysis: unit } = check.routing;
    if (JUDGE_ASKS[route] === "nothing") return false;
    return called.has(check.id) ? unit === "event_window" : isCalledByCue(check);
  });
}

export function lexiconOf(check: Check, lexicons: CheckLexicons): Lexicon | undefined {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  return name === undefined ? undefined : lexicons.get(name);
}

/** Returns the messages of the lexicon's role with a hit. */
export function flaggedBy(
  lexicon: Lexicon,
  messages: readonly TranscriptMessage[],
  matcher: LexiconMatcher,
): FlaggedMessage[] {
  const only = new Set([lexicon.name]);
  return messages.flatMap((message) => {
    const hits = message.role === lexicon.role ? matcher.find(message.content, message.role, only) : [];
    return hits.length > 0 ? [{ message, hits }] : [];
  });
}
