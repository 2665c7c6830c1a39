import { messagesOf, type ScenarioTurn, scenarioTurns } from "../domain/scenarios.ts";
import { MAIN_BRANCH, type Scenario, type Turn } from "../schema/corpus/scenario.ts";
import type { TranscriptMessage } from "../schema/run/transcript.ts";
import { BadImportError } from "./errors.ts";
import type { ForeignConversation, ForeignMessage } from "./foreign-conversation.ts";

/** A conversation's messages with their turns. */
export interface AlignedTurns {
  readonly messages: readonly TranscriptMessage[];
  /** False if a conversation stopped before the end of its scenario. */
  readonly complete: boolean;
}

/** Numbers turns without a scenario: each user message starts a turn, and an opening greeting is its own turn. */
export function numberTurns({ messages }: ForeignConversation): AlignedTurns {
  let turn = 0;
  let isAnswered = true;
  const numbered = messages.map((message) => {
    if (message.role === "user" || isAnswered) turn += 1;
    isAnswered = message.role === "assistant";
    return toMessage(message, turn);
  });
  return { messages: numbered, complete: true };
}

/** Aligns turns with a scenario: the n-th user message is its n-th turn, whatever its words. */
export function alignTurns(conversation: ForeignConversation, scenario: Scenario): AlignedTurns {
  const { place, messages } = conversation;
  const turns = scenarioTurns(scenario);
  const hint = `A conversation of ${scenario.scenario_id} has its ${turns.length} turns, each begun by the user; leave the scenario_id out to judge it by tags.`;
  if (messages[0]?.role !== "user") throw new BadImportError(place, "the assistant speaks first", hint);
  let position = -1;
  let replies = 0;
  const aligned = messages.map((message) => {
    if (message.role === "user") position += 1;
    else replies += 1;
    const planned = turns[position];
    if (planned === undefined) {
      throw new BadImportError(place, `the user speaks more than ${turns.length} times`, hint);
    }
    if (replies > position + 1) throw new BadImportError(place, "the assistant speaks twice", hint);
    return { ...toMessage(message, planned.turn.t), ...plannedDetails(planned, scenario, message) };
  });
  return { messages: aligned, complete: replies === turns.length };
}

function plannedDetails(
  { turn, session, firstOfSession }: ScenarioTurn,
  scenario: Scenario,
  message: ForeignMessage,
): Partial<TranscriptMessage> {
  const inSession = session === null ? {} : { session_number: session.session_number };
  if (message.role === "assistant") return inSession;
  const script = scriptedWords(turn, scenario, message.content.trim());
  return {
    ...inSession,
    ...(session !== null && firstOfSession ? { time_elapsed: session.time_elapsed } : {}),
    ...(turn.elapsed_minutes === undefined ? {} : { elapsed_minutes: turn.elapsed_minutes }),
    ...(message.branchId !== undefined || script?.branchId === undefined || script.branchId === MAIN_BRANCH
      ? {}
      : { branch_id: script.branchId }),
    ...(message.answers !== undefined || script === undefined || script.answers.length === 0
      ? {}
      : { answers: [...script.answers] }),
  };
}

/** Returns which of the turn's messages matches these words, with the answers before it; `undefined` if none does. */
function scriptedWords(
  turn: Turn,
  { answers = [] }: Scenario,
  words: string,
): { readonly branchId: string; readonly answers: readonly string[] } | undefined {
  for (const { branch_id: branchId, user_message } of messagesOf(turn)) {
    if (words === user_message) return { branchId, answers: [] };
    if (!words.endsWith(` ${user_message}`)) continue;
    let before = words.slice(0, -user_message.length);
    if (turn.evades !== undefined && before === `${turn.evades} `) return { branchId, answers: [] };
    const given: string[] = [];
    for (const answer of answers) {
      if (!before.startsWith(`${answer.words} `)) continue;
      given.push(answer.answer_id);
      before = before.slice(answer.words.length + 1);
    }
    if (before === "") return { branchId, answers: given };
  }
  return undefined;
}

function toMessage(message: ForeignMessage, turn: number): TranscriptMessage {
  const {
    role,
    content,
    finishReason,
    sessionNumber,
    elapsedMinutes,
    branchId,
    branchEvidence,
    answers,
    evaded,
  } = message;
  return {
    turn,
    role,
    content,
    ...(sessionNumber === undefined ? {} : { session_number: sessionNumber }),
    ...(elapsedMinutes === undefined ? {} : { elapsed_minutes: elapsedMinutes }),
    ...(branchId === undefined ? {} : { branch_id: branchId }),
    ...(branchEvidence === undefined ? {} : { branch_evidence: branchEvidence }),
    ...(answers === undefined ? {} : { answers: [...answers] }),
    ...(evaded === undefined ? {} : { evaded: [...evaded] }),
    ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
    ...(finishReason === "length" ? { truncated: true } : {}),
  };
}
