import type { RegardConfig } from "../schema/regard-config.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import { askedCriteria } from "../text/asked-criteria.ts";
import { wholeConversation } from "../text/transcript-windows.ts";
import { type AskedWindow, askedWindow } from "./asked-window.ts";

export type ScorerName = keyof NonNullable<ScanPlan["by_scorer"]>;

/** A question that belongs to no check. */
export interface ScorerQuestion {
  readonly scorer: ScorerName;
  readonly window: AskedWindow;
  readonly characters: number;
  readonly repetitions: number;
}

const THOROUGH: ReadonlySet<ScanProfileName> = new Set(["full", "publish"]);

/** What the scorers beside the checks will ask about one transcript. */
export function countScorerQuestions(input: {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly profile: ScanProfileName;
  readonly regard: RegardConfig | null;
  readonly rubric: boolean;
  /** Whether one call looks for the cues of checks, in a conversation that no author marked. */
  readonly seeksCues: boolean;
}): readonly ScorerQuestion[] {
  const { transcript, scenario, regard } = input;
  const conversation = wholeConversation(transcript.messages);
  if (conversation === null) return [];
  const window = askedWindow(conversation);
  const asksRegard = regard !== null && THOROUGH.has(input.profile);
  return [
    ...(input.seeksCues ? [{ scorer: "cues" as const, window, characters: 0, repetitions: 1 }] : []),
    ...(asksRegard
      ? regard.questions.map((question) => ({
          scorer: "regard" as const,
          window,
          characters: JSON.stringify(question).length,
          repetitions: regard.repetitions,
        }))
      : []),
    ...(input.rubric && scenario !== null
      ? askedCriteria(scenario, transcript).map(({ turn, criterion }) => ({
          scorer: "rubric" as const,
          window: askedUntil(transcript, turn) ?? window,
          characters: JSON.stringify(criterion).length,
          repetitions: 1,
        }))
      : []),
  ];
}

/** Each criterion sees the conversation up to its reply and nothing after. */
function askedUntil({ messages }: Transcript, turn: number): AskedWindow | null {
  const shown = wholeConversation(messages.filter((message) => message.turn <= turn));
  return shown && askedWindow(shown);
}
