import type { ScaleAnswer } from "../../schema/scale-answer.ts";
import type { JudgePromptParts } from "./read-judge-prompt.ts";

/** Nothing in the simulated world is known to stand on a scale, so a simulated judge says that there is nothing to judge. */
export function answerScale(prompt: JudgePromptParts): ScaleAnswer {
  return {
    question_id: prompt.checkIds[0] ?? "",
    nonce: prompt.nonce,
    assistant_turns: prompt.lines.filter((line) => line.role === "assistant").length,
    level: null,
    rationale: "No truth is known for this question.",
    evidence: [],
  };
}
