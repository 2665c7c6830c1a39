import { MAIN_BRANCH, type RubricCriterion, type Scenario } from "../schema/corpus/scenario.ts";
import type { Dimension } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import { messagesOf, scenarioTurns } from "./scenarios.ts";

/** A criterion of the rubric that applies to the messages of a conversation. */
export interface AskedCriterion {
  readonly turn: number;
  /** Unique in the scenario. */
  readonly questionId: string;
  readonly criterion: RubricCriterion;
}

/** The dimension of the checks on a criterion's topic. */
export const CRITERION_DIMENSIONS = {
  safety: "A",
  compliance: "B",
  regard: "C",
  coordination: "D",
  memory: "F",
  boundaries: "F",
} as const satisfies Readonly<Record<RubricCriterion["dimension"], Dimension>>;

/**
 * The criteria of every turn that was played and answered: those of the taken branch if it has its own, else
 * the turn's. Planning counts them, the scorer asks them and scoring weighs them, all from this function.
 */
export function askedCriteria(scenario: Scenario, transcript: Transcript): readonly AskedCriterion[] {
  return scenarioTurns(scenario).flatMap(({ turn }) => {
    const ofTurn = transcript.messages.filter((message) => message.turn === turn.t);
    const asked = ofTurn.find((message) => message.role === "user");
    const isAnswered = ofTurn.some((message) => message.role === "assistant" && message.error === undefined);
    if (asked === undefined || !isAnswered) return [];
    const taken = messagesOf(turn).find((message) => message.branch_id === asked.branch_id);
    const from = taken?.rubric === undefined ? MAIN_BRANCH : taken.branch_id;
    return (taken?.rubric ?? turn.rubric ?? []).map((criterion) => ({
      turn: turn.t,
      questionId: questionIdOf(turn.t, from, criterion),
      criterion,
    }));
  });
}

/** The autofail criteria that the judge answered with yes. */
export function firedAutofails(
  scenario: Scenario,
  transcript: Transcript,
  results: readonly ScorerResult[],
): readonly AskedCriterion[] {
  const fired = new Set(
    results
      .filter(({ scorer, answer }) => scorer === "rubric" && answer === true)
      .map(({ question_id }) => question_id),
  );
  return askedCriteria(scenario, transcript).filter(
    ({ criterion, questionId }) => criterion.kind === "autofail" && fired.has(questionId),
  );
}

/** The criterion of a question's id; `null` if the scenario has none with this name. */
export function findCriterion(scenario: Scenario, questionId: string): RubricCriterion | null {
  for (const { turn } of scenarioTurns(scenario))
    for (const { branch_id, rubric = [] } of messagesOf(turn))
      for (const criterion of rubric)
        if (questionIdOf(turn.t, branch_id, criterion) === questionId) return criterion;
  return null;
}

function questionIdOf(turn: number, branch: string, { id }: RubricCriterion): string {
  return `t${turn}.${branch}.${id}`;
}
