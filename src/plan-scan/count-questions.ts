import { askedCriteria } from "../domain/rubric.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { RegardConfig } from "../schema/corpus/judge-config.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { DutyReading } from "../text/duties/read-duties.ts";
import { isDutyAsked } from "../text/duties/which-duties.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import {
  type CheckLexicons,
  cuesOf,
  questionWindows,
  windowsOfSearch,
} from "../text/windows/question-windows.ts";
import { isWordless } from "../text/windows/silence.ts";
import {
  allReplies,
  type TranscriptWindow,
  wholeConversation,
  windowsFor,
} from "../text/windows/transcript-windows.ts";

/** Questions of a check about one transcript. */
export interface PlannedQuestions {
  readonly windows: number;
  readonly cues: number;
  /** Windows for the judge, with all votes. */
  readonly asked: readonly AskedWindow[];
  /** Whether the conversation's tags call for the check; if not, a search looks for its acts and cues. */
  readonly isTagged: boolean;
  /** Windows for the judge if a search names them. */
  readonly perhaps: readonly AskedWindow[];
  /** Expected number of these that a search names. */
  readonly named: number;
  /** Text for the check's own search call. */
  readonly search: AskedWindow | null;
}

// Assumed share of unflagged replies that a search names for a check. Not measured yet.
const SWEEP_NAMES = { called: 0.02, uncalled: 0.005 };
// Assumed share of windows that a search for cues adds, without an author's cues.
const CUE_NAMES = { called: 0.25, uncalled: 0.02 };
const CLAIM_SEARCH_NAMES = 0.25;

/** Counts a check's windows and cues in a transcript, and selects the windows for the judge. */
export function countQuestions(input: {
  readonly check: Check;
  /** Whether the plan has a judge. */
  readonly isJudged: boolean;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  /** Whether the conversation's tags call for the check. */
  readonly isTagged: boolean;
  /** Whether the search through all replies includes the check's failure. */
  readonly isSwept: boolean;
  /** Whether one call searches the check's cues; a cue that it finds calls for the check. */
  readonly isSought: boolean;
  readonly rules: RuleSet | null;
  readonly corpus: { readonly lexicons: CheckLexicons };
  readonly matcher: LexiconMatcher;
}): PlannedQuestions {
  const { check, transcript, corpus, isTagged } = input;
  const { lexicons } = corpus;
  if (!input.isJudged)
    return { ...countWindows(input), isTagged, asked: [], perhaps: [], named: 0, search: null };
  const hasCue = input.isSought && cuesOf({ ...input, lexicons }).length > 0;
  const { windows, judged, perhaps } = questionWindows({
    ...input,
    isCalledFor: isTagged || hasCue,
    ...(input.isSwept ? { sweep: NOTHING_NAMED } : {}),
    lexicons,
    disclosures: input.rules?.disclosure.statements ?? [],
  });
  const counts = countsOf(windows);
  if (!check.routing.corpus_required) {
    const known = [...windows, ...perhaps];
    const opened = input.isSought ? windowsOfSearch({ check, messages: transcript.messages, known }) : [];
    const shareOf = ({ called, uncalled }: typeof CUE_NAMES) => (isTagged ? called : uncalled);
    return {
      ...counts,
      isTagged,
      asked: judged.map(askedWindow),
      perhaps: [...perhaps, ...opened].map(askedWindow),
      named: perhaps.length * shareOf(SWEEP_NAMES) + opened.length * shareOf(CUE_NAMES),
      search: null,
    };
  }
  // A check of facts asks about replies with a claim, which its own search finds.
  const claiming = windows.filter((window) => !isWordless(window));
  const search = claiming.length === 0 ? null : allReplies(transcript.messages);
  return {
    ...counts,
    isTagged,
    asked: [],
    perhaps: claiming.map(askedWindow),
    named: claiming.length * CLAIM_SEARCH_NAMES,
    search: search && askedWindow(search),
  };
}

const NOTHING_NAMED = { turns: new Set<number>() };

/** Counts windows without running word lists: without a judge, no flagged reply is judged. */
function countWindows(input: Parameters<typeof countQuestions>[0]) {
  const { check, transcript } = input;
  const cues = cuesOf({ ...input, lexicons: input.corpus.lexicons });
  return countsOf(windowsFor({ check, messages: transcript.messages, cues }));
}

function countsOf(windows: readonly TranscriptWindow[]) {
  return {
    windows: windows.length,
    cues: windows.reduce((sum, window) => sum + window.cues.length, 0),
  };
}

export type ScorerName = keyof NonNullable<ScanPlan["by_scorer"]>;

/** A question that belongs to no check. */
export interface ScorerQuestion {
  readonly scorer: ScorerName;
  readonly window: AskedWindow;
  readonly characters: number;
  readonly repetitions: number;
}

/** Counts the questions of the scorers outside the checks about one transcript. */
export function countScorerQuestions(input: {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly thorough: boolean;
  /** `null` if not asked. */
  readonly regard: RegardConfig | null;
  readonly rubric: boolean;
  readonly duties: readonly DutyReading[];
  /** Whether one call searches cues of checks, in a conversation without an author's cues. */
  readonly seeksCues: boolean;
  /** Checks whose failures one call searches in all replies. */
  readonly swept: readonly Check[];
}): readonly ScorerQuestion[] {
  const { transcript, scenario, regard } = input;
  const conversation = wholeConversation(transcript.messages);
  if (conversation === null) return [];
  const window = askedWindow(conversation);
  const replies = allReplies(transcript.messages);
  return [
    ...(input.seeksCues ? [{ scorer: "cues" as const, window, characters: 0, repetitions: 1 }] : []),
    ...(input.swept.length > 0 && replies !== null && !isWordless(replies)
      ? [
          {
            scorer: "sweep" as const,
            window: askedWindow(replies),
            characters: input.swept.reduce((sum, { fail_rule }) => sum + fail_rule.length, 0),
            repetitions: 1,
          },
        ]
      : []),
    ...(regard !== null
      ? regard.questions.map((question) => ({
          scorer: "regard" as const,
          window,
          characters: JSON.stringify(question).length,
          repetitions: regard.repetitions,
        }))
      : []),
    ...(input.rubric && scenario !== null
      ? askedCriteria(scenario, transcript).map(({ turn, criterion }) => ({
          scorer: "rubric" as const,
          window: askedUntil(transcript, turn) ?? window,
          characters: JSON.stringify(criterion).length,
          repetitions: 1,
        }))
      : []),
    ...input.duties.flatMap(({ duty, question }) =>
      question === null || !isDutyAsked(duty, input.thorough)
        ? []
        : [
            {
              scorer: "duty" as const,
              window: askedWindow(question.window),
              characters: question.lines.join("\n").length,
              repetitions: 1,
            },
          ],
    ),
  ];
}

/** Each criterion includes the conversation up to its reply only. */
function askedUntil({ messages }: Transcript, turn: number): AskedWindow | null {
  const shown = wholeConversation(messages.filter((message) => message.turn <= turn));
  return shown && askedWindow(shown);
}

/** A window for the judge. */
export interface AskedWindow {
  /** Equal for equal excerpts of one transcript, whose questions share a prefix. */
  readonly key: string;
  readonly characters: number;
  /** Characters of the assistant's own messages. */
  readonly replyCharacters: number;
}

/** Characters around a message's text: mark, nonce, turn, role and quotation marks. */
const FRAME_CHARACTERS = 64;

function askedWindow({ first_turn, last_turn, messages: own, before = [] }: TranscriptWindow): AskedWindow {
  const messages = [...before, ...own];
  const roles = messages.every((message) => message.role === "assistant") ? "replies" : "exchange";
  return {
    // Windows of one transcript differ in their turns, their roles or their number of messages.
    key: `${first_turn}-${last_turn}/${roles}/${messages.length}/${messages[0]?.role}`,
    characters: messages.reduce((sum, { content }) => sum + content.length + FRAME_CHARACTERS, 0),
    replyCharacters: messages
      .filter(({ role }) => role === "assistant")
      .reduce((sum, { content }) => sum + content.length, 0),
  };
}
