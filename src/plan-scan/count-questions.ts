import type { Check } from "../schema/check.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import { type CheckLexicons, questionWindows } from "../text/question-windows.ts";

/** How many windows a check has in a transcript, how many of them go to the judge, and how long those are. */
export function countQuestions(input: {
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly corpus: { readonly lexicons: CheckLexicons };
  readonly matcher: LexiconMatcher;
}): { readonly windows: number; readonly judged: number; readonly characters: number } {
  const { windows, judged } = questionWindows({ ...input, lexicons: input.corpus.lexicons });
  const characters = judged.reduce(
    (sum, window) => sum + window.messages.reduce((length, message) => length + message.content.length, 0),
    0,
  );
  return { windows: windows.length, judged: judged.length, characters };
}
