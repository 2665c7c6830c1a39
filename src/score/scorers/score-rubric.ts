import type { RubricCriterion, Scenario } from "../../schema/scenario.ts";
import type { ScorerResult } from "../../schema/scorer-result.ts";
import type { RubricScorer } from "../../schema/scorer-values.ts";
import type { Transcript } from "../../schema/transcript.ts";
import { askedCriteria } from "../../text/asked-criteria.ts";

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
