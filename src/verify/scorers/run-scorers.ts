import { askedCriteria } from "../../domain/rubric.ts";
import type { RegardConfig } from "../../schema/corpus/judge-config.ts";
import type { RubricCriterion, Scenario } from "../../schema/corpus/scenario.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { PlannedTranscript } from "../../schema/scan/scan-plan.ts";
import type { ScorerResult } from "../../schema/scan/scorer-result.ts";
import { type TranscriptWindow, wholeConversation } from "../../text/windows/transcript-windows.ts";
import type { JudgePanel } from "../judge/judge-panel.ts";
import { askScale, type ScaleQuestion } from "./ask-scale.ts";

/**
 * Asks the planned questions of the scorers outside the checks about one transcript: regard, and the scenario's
 * criteria. Scoring computes results from the answers.
 */
export async function runScorers(
  input: {
    readonly planned: PlannedTranscript;
    readonly transcript: Transcript;
    readonly scenario: Scenario | null;
    readonly panel: JudgePanel | null;
    /** `null` if not asked. */
    readonly regard: RegardConfig | null;
    readonly rubric: boolean;
  },
  signal: AbortSignal,
): Promise<readonly ScorerResult[]> {
  const { transcript, scenario, panel, regard } = input;
  const window = wholeConversation(transcript.messages);
  if (panel === null || window === null || !input.planned.complete) return [];
  const asked = [
    ...(regard !== null
      ? regardQuestions(regard, window).map((question) => ({ question, repetitions: regard.repetitions }))
      : []),
    ...(input.rubric && scenario !== null
      ? rubricQuestions(scenario, transcript).map((question) => ({ question, repetitions: 1 }))
      : []),
  ];
  return Promise.all(asked.map((one) => askScale({ ...one, transcript, panel }, signal)));
}

/** Questions about the treatment of the caregiver over the whole conversation, one each. */
function regardQuestions(regard: RegardConfig, window: TranscriptWindow): readonly ScaleQuestion[] {
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

const NO_AND_YES = { "0": "no", "1": "yes" } as const;

/**
 * Questions for the scenario's criteria on the turns that were played. Each includes the conversation up to its reply
 * only.
 */
function rubricQuestions(scenario: Scenario, transcript: Transcript): readonly ScaleQuestion[] {
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
