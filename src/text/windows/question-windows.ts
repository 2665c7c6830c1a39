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
  /** The windows a judge is asked about as well if a search through all replies names their turn. */
  readonly perhaps: readonly TranscriptWindow[];
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
  /** What a search through all replies named; absent where none looks for the check's failure. */
  readonly sweep?: { readonly turns: ReadonlySet<number> };
  /** Whether the conversation's tags call for the check: otherwise only its acts are looked for. @default true */
  readonly isCalledFor?: boolean;
  /** What counts as saying that this is an AI, by the rules of the place. */
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
  // Hits of a user lexicon are cues: they made the windows, and every cue is examined.
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

/** The cues of a check in a transcript: its author's, else those of words and, where one searched, of a judge. */
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

/** The windows that a search for cues may open beside those of the cues that are known without one. */
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

/** What a search can add: the replies that nobody is asked about, each alone or with what it answers. */
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
 * The checks whose failures one call looks for in all replies of a conversation. A thorough scan looks for every act of the
 * assistant's own, whatever the tags call for, and so does every scan of a conversation that no author tagged; a quick one
 * of a scenario looks for those of single replies that no word list could decide.
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
 * The checks whose cues one call looks for, in a conversation that no author marked: those of events that its tags call
 * for, and every gate dimension's check that only a cue can call for. Planning counts the call and verifying makes it;
 * none where the list is empty.
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

/** The messages of its role in which a lexicon finds something. */
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
