import { MAIN_BRANCH, type RubricCriterion, type Scenario } from "../schema/corpus/scenario.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { messagesOf, scenarioTurns } from "./scenarios.ts";

/** A criterion of the rubric that belongs to what was said. */
export interface AskedCriterion {
  readonly turn: number;
  /** Unique in the scenario. */
  readonly questionId: string;
  readonly criterion: RubricCriterion;
}

/**
 * The criteria of every turn that was played and answered: those of the branch that was taken if it has its own, else
 * the turn's. Planning counts them, the scorer asks them and scoring weighs them, from this one answer.
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
      questionId: `t${turn.t}.${from}.${criterion.id}`,
      criterion,
    }));
  });
}
