import type { Check } from "../schema/check.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript, TranscriptMessage } from "../schema/transcript.ts";
import type { Cue } from "../text/find-cues.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import { type CheckLexicons, questionWindows } from "../text/question-windows.ts";

interface BlindTurn extends Pick<TranscriptMessage, "turn" | "role" | "content"> {
  readonly session_number?: number;
  readonly time_elapsed?: string;
  readonly elapsed_minutes?: number;
}

/** What an annotator reads: a question, its rules and the words it is about. No verdict, no vote, no model, no scenario. */
export interface BlindItem {
  readonly item: string;
  readonly axis: string;
  /** Absent where words alone decide; then the rules are the question. */
  readonly question?: string;
  readonly pass_rule: string;
  readonly fail_rule: string;
  readonly not_a_failure: readonly string[];
  /** Every part of the conversation that the check may see, flagged by a word list or not. One label answers for all. */
  readonly windows: readonly {
    readonly cue_turns: readonly number[];
    readonly turns: readonly BlindTurn[];
  }[];
}

/** The corpus must be the one that the verdict was reached with: then the windows are the same. */
export function blindItem(input: {
  readonly item: string;
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly lexicons: CheckLexicons;
  readonly matcher: LexiconMatcher;
  /** Cues of the verdict that a judge found, where there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
}): BlindItem {
  const { id, prompt, pass_rule, fail_rule, not_a_failure } = input.check;
  const { windows } = questionWindows(input);
  if (windows.length === 0) throw new Error(`${id} has nothing to look at in ${input.item}`);
  return {
    item: input.item,
    axis: id,
    ...(prompt === undefined ? {} : { question: prompt }),
    pass_rule,
    fail_rule,
    not_a_failure,
    windows: windows.map(({ cues, messages }) => ({
      cue_turns: cues.map(({ turn }) => turn),
      turns: messages.map(blindTurn),
    })),
  };
}

function blindTurn(message: TranscriptMessage): BlindTurn {
  const { turn, role, content, session_number, time_elapsed, elapsed_minutes } = message;
  return {
    turn,
    role,
    content,
    ...(session_number === undefined ? {} : { session_number }),
    ...(time_elapsed === undefined ? {} : { time_elapsed }),
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
  };
}
