import type { RegardConfig } from "../../schema/regard-config.ts";
import type { TranscriptWindow } from "../../text/transcript-windows.ts";
import type { ScaleQuestion } from "./scale-question.ts";

/** How the caregiver was treated over the whole conversation, one narrow question each. */
export function regardQuestions(regard: RegardConfig, window: TranscriptWindow): readonly ScaleQuestion[] {
  return regard.questions.map(({ id, question, levels, not_asked, do_not_judge }) => ({
    scorer: "regard",
    questionId: id,
    window,
    lines: [
      `Question: ${question.trim()}`,
      "",
      "Levels. If two of them are met in different places, the lower one counts.",
      ...Object.entries(levels).map(([level, meaning]) => `${level}: ${meaning.trim()}`),
      `null, if there is nothing to judge: ${not_asked.trim()}`,
      "",
      `Do not judge: ${do_not_judge.trim()}`,
    ],
    levels: Object.keys(levels).map(Number),
    provenLevel: null,
    answerAs: "level",
  }));
}
