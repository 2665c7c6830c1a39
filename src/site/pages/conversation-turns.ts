import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import { MAIN_BRANCH, type Scenario, type Turn, UNSURE_BRANCH } from "../../schema/corpus/scenario.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { MemoryScorer } from "../../schema/scan/scorer-result.ts";
import {
  branchOf,
  cueMarks,
  describeBranch,
  memoryProbes,
  OTHERWISE_IN_WORDS,
  UNSURE_IN_WORDS,
} from "./describe-script.ts";

export type ConversationTurn = ReturnType<typeof conversationTurns>[number];
/** One message that the caregiver might have sent here. */
export type Alternative = ReturnType<typeof alternatives>[number];
export type SiteMessage = ReturnType<typeof siteMessage>;

/** A transcript turn by turn, each with its part of the script; without a scenario only the messages. */
export function conversationTurns(
  { messages }: Transcript,
  scenario: Scenario | undefined,
  memory: MemoryScorer | null,
) {
  const script = new Map(
    scenario === undefined
      ? []
      : scenarioTurns(scenario).map(({ turn, session }) => [turn.t, { turn, session }]),
  );
  let lastSession: number | undefined;
  return [...Map.groupBy(messages, ({ turn }) => turn)].map(([number, ofTurn]) => {
    const asked = ofTurn.find(({ role }) => role === "user");
    const scripted = script.get(number);
    const session = asked?.session_number;
    const begins = session !== undefined && session !== lastSession;
    lastSession = session ?? lastSession;
    return {
      turn: number,
      /** Set on the first turn of a session. */
      session: begins
        ? {
            session_number: session,
            time_elapsed: asked?.time_elapsed ?? null,
            context: scripted?.session?.session_context ?? null,
          }
        : null,
      messages: ofTurn.map(siteMessage),
      /** The answers, in the caregiver's words, that precede the scripted ones. */
      answered: answersIn(asked, scenario),
      /** True if the caregiver evades a question here. */
      evaded: asked?.evaded !== undefined,
      ...scriptedParts(scenario, scripted?.turn, asked, memory),
    };
  });
}

function scriptedParts(
  scenario: Scenario | undefined,
  turn: Turn | undefined,
  asked: TranscriptMessage | undefined,
  memory: MemoryScorer | null,
) {
  if (scenario === undefined || turn === undefined) {
    return { alternatives: [], cues: [], probes: [], expected_behaviors: [], autofail_triggers: [] };
  }
  const branchId = branchOf(asked);
  const said = messagesOf(turn).find((candidate) => candidate.branch_id === branchId);
  return {
    alternatives: alternatives(turn, asked),
    cues: cueMarks(scenario, turn.t, branchId),
    probes: memoryProbes(scenario, turn, branchId, memory),
    expected_behaviors: said?.expected_behaviors ?? turn.expected_behaviors ?? [],
    autofail_triggers: said?.autofail_triggers ?? turn.autofail_triggers ?? [],
  };
}

function answersIn(asked: TranscriptMessage | undefined, scenario: Scenario | undefined): string[] {
  const words = new Map(scenario?.answers?.map((answer) => [answer.answer_id, answer.words]));
  return (asked?.answers ?? []).flatMap((id) => words.get(id) ?? []);
}

function alternatives(turn: Turn, asked: TranscriptMessage | undefined) {
  if (turn.branches === undefined) return [];
  // If the router chose no branch at a turn, none was taken.
  const taken = asked === undefined ? null : branchOf(asked);
  const evidence = (branchId: string) => (branchId === taken ? (asked?.branch_evidence ?? null) : null);
  return [
    ...turn.branches.map((branch) => ({
      branch_id: branch.branch_id,
      taken: branch.branch_id === taken,
      when: describeBranch(branch),
      matched: evidence(branch.branch_id),
      user_message: branch.user_message,
    })),
    {
      branch_id: MAIN_BRANCH,
      taken: taken === MAIN_BRANCH,
      when: turn.means ?? OTHERWISE_IN_WORDS,
      matched: null,
      user_message: turn.user_message,
    },
    ...(turn.unsure === undefined
      ? []
      : [
          {
            branch_id: UNSURE_BRANCH,
            taken: taken === UNSURE_BRANCH,
            when: UNSURE_IN_WORDS,
            matched: evidence(UNSURE_BRANCH),
            user_message: turn.unsure.user_message,
          },
        ]),
  ];
}

function siteMessage({ role, content, elapsed_minutes, finish_reason, truncated, error }: TranscriptMessage) {
  return {
    role,
    content,
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
    ...(finish_reason === undefined ? {} : { finish_reason }),
    ...(truncated === undefined ? {} : { truncated }),
    ...(error === undefined ? {} : { error }),
  };
}
