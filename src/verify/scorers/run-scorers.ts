import type { RegardConfig } from "../../schema/regard-config.ts";
import type { PlannedTranscript, ScanProfileName } from "../../schema/scan-plan.ts";
import type { Scenario } from "../../schema/scenario.ts";
import type { ScorerResult } from "../../schema/scorer-result.ts";
import type { Transcript } from "../../schema/transcript.ts";
import { wholeConversation } from "../../text/transcript-windows.ts";
import type { JudgePanel } from "../judge-panel.ts";
import { askScale } from "./ask-scale.ts";
import { regardQuestions } from "./regard-questions.ts";
import { rubricQuestions } from "./rubric-questions.ts";

const THOROUGH: ReadonlySet<ScanProfileName> = new Set(["full", "publish"]);

/**
 * Asks what the scorers beside the checks want to know about one transcript: regard in the thorough profiles, the
 * scenario's criteria where they are asked for. What follows from the answers is worked out when scoring.
 */
export async function runScorers(
  input: {
    readonly planned: PlannedTranscript;
    readonly transcript: Transcript;
    readonly scenario: Scenario | null;
    readonly profile: ScanProfileName;
    readonly panel: JudgePanel | null;
    readonly regard: RegardConfig | null;
    readonly rubric: boolean;
  },
  signal: AbortSignal,
): Promise<readonly ScorerResult[]> {
  const { transcript, scenario, panel, regard } = input;
  const window = wholeConversation(transcript.messages);
  if (panel === null || window === null || !input.planned.complete) return [];
  const asksRegard = regard !== null && THOROUGH.has(input.profile);
  const asked = [
    ...(asksRegard
      ? regardQuestions(regard, window).map((question) => ({ question, repetitions: regard.repetitions }))
      : []),
    ...(input.rubric && scenario !== null
      ? rubricQuestions(scenario, transcript).map((question) => ({ question, repetitions: 1 }))
      : []),
  ];
  return Promise.all(asked.map((one) => askScale({ ...one, transcript, panel }, signal)));
}
