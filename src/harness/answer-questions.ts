import { MOST_ANSWERS } from "../domain/scenarios.ts";
import { ANYTHING_ELSE, type Answer, type Scenario, type Turn } from "../schema/corpus/scenario.ts";
import { findPattern } from "../text/match/contains-words.ts";
import type { AskedQuestion } from "../text/questions/find-questions.ts";

/** The answers to a reply's questions, and those that an evading turn withheld. */
export interface SpokenAnswers {
  readonly given: readonly Answer[];
  /** Answers that a reply asked for at an evading turn. A later turn can still give them. */
  readonly evaded: readonly Answer[];
}

/**
 * Returns the answers of the scenario's bank that a reply asks for, in the bank's order, each once per conversation. If
 * a reply asks and no answer fits, the person gives at least the next answer left for that kind of question.
 */
export function answersTo(
  { questions, offers }: { readonly questions: readonly AskedQuestion[]; readonly offers: readonly string[] },
  scenario: Scenario,
  turn: Turn,
  used: ReadonlySet<string>,
): SpokenAnswers {
  const open = (scenario.answers ?? []).filter(
    (answer) =>
      !used.has(answer.answer_id) &&
      turn.t >= (answer.from_turn ?? 0) &&
      turn.t <= (answer.until_turn ?? Number.POSITIVE_INFINITY),
  );
  const wanted = open.filter((answer) => questions.some((question) => isAbout(question, answer)));
  if (turn.evades !== undefined) return { given: [], evaded: wanted };
  if (wanted.length > 0) return { given: wanted.slice(0, MOST_ANSWERS), evaded: [] };
  const isAsked = questions.some(({ kinds }) => kinds.some((kind) => !offers.includes(kind)));
  return {
    given: isAsked ? open.filter(({ to }) => to?.includes(ANYTHING_ELSE)).slice(0, 1) : [],
    evaded: [],
  };
}

function isAbout({ kinds, text }: AskedQuestion, { to = [], asked = [] }: Answer): boolean {
  return (
    to.some((kind) => kinds.includes(kind)) || asked.some((pattern) => findPattern(text, pattern) !== null)
  );
}
