import type { ScorerResult } from "../../schema/scorer-result.ts";
import type { RegardScorer } from "../../schema/scorer-values.ts";

/** The top of the scale on which regard is asked. */
const TOP_LEVEL = 2;

/** Mean of the questions that were answered; `null` where none was asked. */
export function scoreRegard(results: readonly ScorerResult[]): RegardScorer | null {
  const asked = results.filter((result) => result.scorer === "regard");
  if (asked.length === 0) return null;
  const questions = asked.map(({ question_id, answer }): [string, number | null] => [
    question_id,
    typeof answer === "number" ? answer / TOP_LEVEL : null,
  ]);
  const answered = questions.flatMap(([, score]) => (score === null ? [] : [score]));
  return { score: mean(answered), questions: Object.fromEntries(questions) };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
