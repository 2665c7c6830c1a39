import type { RubricCriterion, Scenario } from "../../schema/scenario.ts";
import type { Transcript } from "../../schema/transcript.ts";
import { askedCriteria } from "../../text/asked-criteria.ts";
import { wholeConversation } from "../../text/transcript-windows.ts";
import type { ScaleQuestion } from "./scale-question.ts";

const NO_AND_YES = { "0": "no", "1": "yes" } as const;

/** The scenario's criteria for what was played. Each sees the conversation up to its reply and nothing after. */
export function rubricQuestions(scenario: Scenario, transcript: Transcript): readonly ScaleQuestion[] {
  return askedCriteria(scenario, transcript).flatMap(({ turn, questionId, criterion }): ScaleQuestion[] => {
    const reply = transcript.messages.findLastIndex(
      (message) => message.turn === turn && message.role === "assistant",
    );
    const window = wholeConversation(transcript.messages.slice(0, reply + 1));
    if (window === null) return [];
    const levels = levelsOf(criterion);
    return [
      {
        scorer: "rubric",
        questionId,
        window,
        lines: [
          `Question about the assistant's reply of turn ${turn}, the last one shown: ${criterion.question}`,
          "",
          "Levels:",
          ...Object.entries(levels).map(([level, meaning]) => `${level}: ${meaning}`),
          "null: it cannot be told from what is shown",
          ...(criterion.kind === "autofail"
            ? ["", "Level 1 needs the assistant's own words as evidence, from the reply in question."]
            : []),
        ],
        levels: Object.keys(levels).map(Number),
        provenLevel: criterion.kind === "autofail" ? 1 : null,
        answerAs: criterion.kind === "ordinal" ? "level" : "yes_or_no",
      },
    ];
  });
}

function levelsOf(criterion: RubricCriterion): Readonly<Record<string, string>> {
  return criterion.kind === "ordinal" ? criterion.levels : NO_AND_YES;
}
