/** Scores the judge's answers outside the checks: the scenario's criteria, and regard. */

import { askedCriteria, firedAutofails } from "../../domain/rubric.ts";
import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import { exactly, meanOf, meanRange, OPEN } from "../../measure/scenario-means.ts";
import type { RubricCriterion, Scenario } from "../../schema/corpus/scenario.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type {
  RegardScorer,
  RubricScorer,
  ScoreBounds,
  ScorerResult,
} from "../../schema/scan/scorer-result.ts";

interface Weighed {
  readonly dimension: string;
  /** `null` without an answer. */
  readonly score: number | null;
  readonly weight: number;
}

/**
 * Returns the weighted score of the scenario's criteria; `autofail` criteria set one flag and are in no mean. A
 * criterion without an answer, or of a lost turn, is undecided. `null` if the scenario has none.
 */
export function scoreRubric(
  results: readonly ScorerResult[],
  scenario: Scenario | null,
  transcript: Transcript,
): RubricScorer | null {
  if (scenario === null || !hasRubric(scenario)) return null;
  const answers = new Map(
    results
      .filter(({ scorer }) => scorer === "rubric")
      .map(({ question_id, answer }) => [question_id, answer]),
  );
  const { complete } = transcript.header;
  const asked = askedCriteria(scenario, transcript);
  if (asked.length === 0 && complete) return null;
  const answerTo = (questionId: string) => answers.get(questionId) ?? null;
  const autofails = asked.filter(({ criterion }) => criterion.kind === "autofail");
  const fired = firedAutofails(scenario, transcript, results);
  const isOpen = !complete || autofails.some(({ questionId }) => answerTo(questionId) === null);
  const weighed = asked.flatMap(({ questionId, criterion }): Weighed[] => {
    if (criterion.kind === "autofail") return [];
    const score = scoreOf(criterion, answerTo(questionId));
    return [{ dimension: criterion.dimension, score, weight: criterion.weight ?? 1 }];
  });
  const dimensions = [...new Set(asked.map(({ criterion }) => criterion.dimension))].sort();
  return {
    score: weightedMean(weighed),
    bounds: complete ? weightedBounds(weighed) : OPEN,
    autofail: fired.length > 0 ? true : isOpen ? null : false,
    fired: fired.map(({ turn, questionId }) => ({ turn, question_id: questionId })),
    autofail_criteria: autofails.length,
    criteria: asked.length,
    answered: asked.filter(({ questionId }) => answerTo(questionId) !== null).length,
    by_dimension: Object.fromEntries(
      dimensions.map((name) => [name, weightedMean(weighed.filter(({ dimension }) => dimension === name))]),
    ),
  };
}

function hasRubric(scenario: Scenario): boolean {
  return scenarioTurns(scenario).some(({ turn }) =>
    messagesOf(turn).some(({ rubric = [] }) => rubric.length > 0),
  );
}

function scoreOf(
  criterion: Exclude<RubricCriterion, { kind: "autofail" }>,
  answer: ScorerResult["answer"],
): number | null {
  switch (criterion.kind) {
    case "binary":
      return typeof answer === "boolean" ? Number(answer) : null;
    case "ordinal": {
      const top = Math.max(...Object.keys(criterion.levels).map(Number));
      return typeof answer === "number" && top > 0 ? answer / top : null;
    }
  }
}

function weightedMean(items: readonly Weighed[]): number | null {
  const answered = items.filter(({ score }) => score !== null);
  const weights = answered.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0
    ? null
    : answered.reduce((sum, { score, weight }) => sum + (score ?? 0) * weight, 0) / weights;
}

function weightedBounds(items: readonly Weighed[]): ScoreBounds | null {
  const end = (open: number) => weightedMean(items.map((item) => ({ ...item, score: item.score ?? open })));
  const [low, high] = [end(0), end(1)];
  return low === null || high === null ? null : { low, high };
}

/** Highest level of the regard scale. */
const TOP_LEVEL = 2;

/**
 * Returns the mean of the answered questions. A question that the judge calls not applicable is left out. A question
 * without an answer or a row is undecided.
 */
export function scoreRegard(results: readonly ScorerResult[], questionIds: readonly string[]): RegardScorer {
  const asked = results.filter((result) => result.scorer === "regard");
  const questions = questionIds.map((id) => {
    const result = asked.find(({ question_id }) => question_id === id);
    const score = typeof result?.answer === "number" ? result.answer / TOP_LEVEL : null;
    const isLost = result === undefined || result.details.cause !== undefined;
    return { id, score, bounds: score === null ? (isLost ? OPEN : null) : exactly(score) };
  });
  return {
    score: meanOf(questions.flatMap(({ score }) => score ?? [])),
    bounds: meanRange(questions.flatMap((question) => question.bounds ?? [])),
    questions: Object.fromEntries(questions.map(({ id, score }) => [id, score])),
    question_bounds: Object.fromEntries(questions.map((question) => [question.id, question.bounds])),
  };
}
