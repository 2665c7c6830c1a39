/** Scores of what a judge was asked beside the checks: the scenario's criteria, and regard. */

import { askedCriteria } from "../../domain/rubric.ts";
import type { RubricCriterion, Scenario } from "../../schema/corpus/scenario.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { RegardScorer, RubricScorer, ScorerResult } from "../../schema/scan/scorer-result.ts";

interface Weighed {
  readonly dimension: string;
  readonly score: number;
  readonly weight: number;
}

/** The scenario's criteria, weighted; `autofail` criteria set one flag and enter no mean. */
export function scoreRubric(
  results: readonly ScorerResult[],
  scenario: Scenario | null,
  transcript: Transcript,
): RubricScorer | null {
  const answers = new Map(
    results
      .filter(({ scorer }) => scorer === "rubric")
      .map(({ question_id, answer }) => [question_id, answer]),
  );
  if (scenario === null || answers.size === 0) return null;
  const asked = askedCriteria(scenario, transcript).filter(({ questionId }) => answers.has(questionId));
  const answerTo = (questionId: string) => answers.get(questionId) ?? null;
  const fired = asked
    .filter(({ criterion }) => criterion.kind === "autofail")
    .map(({ questionId }) => answerTo(questionId));
  const weighed = asked.flatMap(({ questionId, criterion }): Weighed[] => {
    const score = scoreOf(criterion, answerTo(questionId));
    return score === null ? [] : [{ dimension: criterion.dimension, score, weight: criterion.weight ?? 1 }];
  });
  const dimensions = [...new Set(asked.map(({ criterion }) => criterion.dimension))].sort();
  return {
    score: weightedMean(weighed),
    autofail: fired.includes(true) ? true : fired.includes(null) ? null : false,
    criteria: asked.length,
    answered: asked.filter(({ questionId }) => answerTo(questionId) !== null).length,
    by_dimension: Object.fromEntries(
      dimensions.map((name) => [name, weightedMean(weighed.filter(({ dimension }) => dimension === name))]),
    ),
  };
}

function scoreOf(criterion: RubricCriterion, answer: ScorerResult["answer"]): number | null {
  switch (criterion.kind) {
    case "binary":
      return typeof answer === "boolean" ? Number(answer) : null;
    case "ordinal": {
      const top = Math.max(...Object.keys(criterion.levels).map(Number));
      return typeof answer === "number" && top > 0 ? answer / top : null;
    }
    case "autofail":
      return null;
  }
}

function weightedMean(items: readonly Weighed[]): number | null {
  const weights = items.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0 ? null : items.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights;
}

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
