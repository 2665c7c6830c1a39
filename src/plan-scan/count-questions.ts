import type { Check } from "../schema/check.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { ScanProfileName } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import { findCues } from "../text/find-cues.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import { type CheckLexicons, lexiconOf, questionWindows } from "../text/question-windows.ts";
import { allReplies, type TranscriptWindow, windowsFor } from "../text/transcript-windows.ts";
import { type AskedWindow, askedWindow } from "./asked-window.ts";

/** What a check looks at in one transcript. */
export interface PlannedQuestions {
  readonly windows: number;
  readonly cues: number;
  /** Put to the judge, votes and all. */
  readonly asked: readonly AskedWindow[];
  /** Put to the judge if a search names them. */
  readonly perhaps: readonly AskedWindow[];
  /** How many of those are likely to be named. */
  readonly named: number;
  /** What one search call looks through. */
  readonly search: AskedWindow | null;
}

// Of replies that no word list flags, the share that a search is taken to name. Nobody has measured it yet.
const SWEEP_NAMES = 0.05;
const CLAIM_SEARCH_NAMES = 0.25;

/** How many windows and cues a check has in a transcript, and which of the windows go to the judge. */
export function countQuestions(input: {
  readonly check: Check;
  /** Whether anything goes to a judge at all. */
  readonly isJudged: boolean;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly profile: ScanProfileName;
  readonly rules: RuleSet | null;
  readonly corpus: { readonly lexicons: CheckLexicons };
  readonly matcher: LexiconMatcher;
}): PlannedQuestions {
  const { check, transcript, corpus } = input;
  if (!input.isJudged) return { ...countWindows(input), asked: [], perhaps: [], named: 0, search: null };
  const { windows, judged, sweep } = questionWindows({
    ...input,
    lexicons: corpus.lexicons,
    disclosures: input.rules?.disclosure.statements ?? [],
  });
  const counts = countsOf(windows);
  const searched = (asked: readonly TranscriptWindow[], search: TranscriptWindow | null, share: number) => {
    const perhaps = search === null ? [] : windows.filter((window) => !asked.includes(window));
    return {
      ...counts,
      asked: asked.map(askedWindow),
      perhaps: perhaps.map(askedWindow),
      named: perhaps.length * share,
      search: search && askedWindow(search),
    };
  };
  // A check of facts asks about replies that claim something, and a search of its own finds these.
  return check.routing.corpus_required
    ? searched([], windows.length === 0 ? null : allReplies(transcript.messages), CLAIM_SEARCH_NAMES)
    : searched(judged, sweep, SWEEP_NAMES);
}

/** Without a judge nobody asks which replies word lists flag, so that nothing is searched for it yet. */
function countWindows(input: Parameters<typeof countQuestions>[0]) {
  const { check, scenario, transcript, matcher } = input;
  const { messages } = transcript;
  const lexiconRole = lexiconOf(check, input.corpus.lexicons)?.role ?? null;
  const cues = findCues({ check, scenario, messages, matcher, lexiconRole });
  return countsOf(windowsFor({ check, messages, cues }));
}

function countsOf(windows: readonly TranscriptWindow[]) {
  return {
    windows: windows.length,
    cues: windows.reduce((sum, window) => sum + window.cues.length, 0),
  };
}
