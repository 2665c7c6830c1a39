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

/** What a check looks at in one transcript. */
export interface PlannedQuestions {
  readonly windows: number;
  readonly cues: number;
  /** Put to the judge, votes and all. */
  readonly asked: readonly AskedWindow[];
  /** Whether the conversation's tags call for the check: otherwise a search looks for its acts and its cues. */
  readonly isTagged: boolean;
  /** Put to the judge if a search names them. */
  readonly perhaps: readonly AskedWindow[];
  /** How many of those are likely to be named. */
  readonly named: number;
  /** What a search call of the check's own looks through. */
  readonly search: AskedWindow | null;
}

// Of replies that no word list flags, the share that a search is taken to name for a check. Nobody has measured it yet.
const SWEEP_NAMES = { called: 0.02, uncalled: 0.005 };
// The same of windows that a search for cues may open, where no author marked them.
const CUE_NAMES = { called: 0.25, uncalled: 0.02 };
const CLAIM_SEARCH_NAMES = 0.25;

/** How many windows and cues a check has in a transcript, and which of the windows go to the judge. */
export function countQuestions(input: {
  readonly check: Check;
  /** Whether anything goes to a judge at all. */
  readonly isJudged: boolean;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  /** Whether the conversation's tags call for the check. */
  readonly isTagged: boolean;
  /** Whether the search through all replies looks for the check's failure. */
  readonly isSwept: boolean;
  /** Whether one call looks for the check's cues, and calls for it where it finds one. */
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
  // A check of facts asks about replies that claim something, and a search of its own finds these.
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

/** Without a judge nobody asks which replies word lists flag, so that nothing is searched for it yet. */
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

/** What the scorers beside the checks will ask about one transcript. */
export function countScorerQuestions(input: {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly thorough: boolean;
  /** `null` where it is not asked. */
  readonly regard: RegardConfig | null;
  readonly rubric: boolean;
  readonly duties: readonly DutyReading[];
  /** Whether one call looks for the cues of checks, in a conversation that no author marked. */
  readonly seeksCues: boolean;
  /** The checks whose failures one call looks for in all replies. */
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

/** Each criterion sees the conversation up to its reply and nothing after. */
function askedUntil({ messages }: Transcript, turn: number): AskedWindow | null {
  const shown = wholeConversation(messages.filter((message) => message.turn <= turn));
  return shown && askedWindow(shown);
}

/** A window that is put to the judge. */
export interface AskedWindow {
  /** Equal for equal excerpts of one transcript: such questions share a prefix. */
  readonly key: string;
  readonly characters: number;
  /** Of them, the assistant's own. */
  readonly replyCharacters: number;
}

/** Mark, nonce, turn, role and quotation marks around a message's text. */
const FRAME_CHARACTERS = 64;

function askedWindow({ first_turn, last_turn, messages: own, before = [] }: TranscriptWindow): AskedWindow {
  const messages = [...before, ...own];
  const roles = messages.every((message) => message.role === "assistant") ? "replies" : "exchange";
  return {
    // One transcript's windows differ in their turns, in whose words they hold and in how many messages.
    key: `${first_turn}-${last_turn}/${roles}/${messages.length}/${messages[0]?.role}`,
    characters: messages.reduce((sum, { content }) => sum + content.length + FRAME_CHARACTERS, 0),
    replyCharacters: messages
      .filter(({ role }) => role === "assistant")
      .reduce((sum, { content }) => sum + content.length, 0),
  };
}
