import { type ScenarioTurn, scenarioTurns } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { ChatMessage } from "../providers/model-client.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Sampling } from "../schema/run/run-plan.ts";
import type { TranscriptMessage } from "../schema/run/transcript.ts";
import { answersTo, type SpokenAnswers } from "./answer-questions.ts";
import type { Listener } from "./listener.ts";
import { type Router, routeBranch } from "./router.ts";
import { type BranchChoice, selectBranch } from "./select-branch.ts";

/**
 * Plays a scenario's turns against a model, in sequence. Ends early if the model or the router gives no usable answer.
 */
export async function converse(
  input: {
    readonly model: RecordedModel;
    readonly scenario: Scenario;
    readonly repeat: number;
    readonly systemPrompt: string;
    readonly sampling: Sampling;
    readonly listener: Listener;
    /** Chooses every branch. @default the words of the scenario do */
    readonly router?: Router | undefined;
  },
  signal: AbortSignal,
): Promise<{ readonly messages: readonly TranscriptMessage[]; readonly complete: boolean }> {
  const messages: TranscriptMessage[] = [];
  const chat: ChatMessage[] = [{ role: "system", content: input.systemPrompt }];
  let previousReply = "";
  const used = new Set<string>();

  for (const scenarioTurn of scenarioTurns(input.scenario)) {
    const { turn } = scenarioTurn;
    const session = sessionOf(scenarioTurn);
    const lost = (error: string) => ({
      messages: [...messages, { turn: turn.t, role: "assistant" as const, content: "", ...session, error }],
      complete: false,
    });
    const exchange = messages.slice(-2);
    const isRouted = input.router !== undefined && turn.branches !== undefined && exchange.length > 0;
    const way = isRouted ? await routeBranch(input.router, { turn, exchange }, signal) : null;
    if (way?.ok === false) return lost(way.reason);
    const choice = way?.choice ?? selectBranch(turn, previousReply, input.listener.hear);
    // A new session ignores questions from the session before.
    const heard = scenarioTurn.firstOfSession ? "" : previousReply;
    const { questionsIn, offers } = input.listener;
    const answers = answersTo({ questions: questionsIn(heard), offers }, input.scenario, turn, used);
    for (const { answer_id } of answers.given) used.add(answer_id);
    const said = userMessage(scenarioTurn, choice, answers);
    messages.push(said);
    chat.push({ role: "user", content: messageForModel(scenarioTurn, said.content, input.scenario.channel) });

    const origin = {
      stage: "target",
      scenario_id: input.scenario.scenario_id,
      repeat: input.repeat,
      turn: turn.t,
    } as const;
    const request = { messages: [...chat], sampling: input.sampling, origin };
    let outcome = await input.model.ask(request, signal);
    if (!outcome.ok && input.model.retriesFailed)
      outcome = await input.model.askAgain(request, outcome.reason, signal);
    if (!outcome.ok) return lost(outcome.reason);
    const { content, finish_reason } = outcome.reply;
    const truncated = finish_reason === "length" ? { truncated: true } : {};
    messages.push({ turn: turn.t, role: "assistant", content, ...session, finish_reason, ...truncated });
    chat.push({ role: "assistant", content });
    previousReply = content;
  }
  return { messages, complete: true };
}

function userMessage(
  scenarioTurn: ScenarioTurn,
  choice: BranchChoice | null,
  { given, evaded }: SpokenAnswers,
): TranscriptMessage {
  const { turn, session, firstOfSession } = scenarioTurn;
  return {
    turn: turn.t,
    role: "user",
    content: [
      ...given.map(({ words }) => words),
      ...(turn.evades === undefined || evaded.length === 0 ? [] : [turn.evades]),
      choice?.branch.user_message ?? turn.user_message,
    ].join(" "),
    ...sessionOf(scenarioTurn),
    ...(session !== null && firstOfSession ? { time_elapsed: session.time_elapsed } : {}),
    ...(turn.elapsed_minutes === undefined ? {} : { elapsed_minutes: turn.elapsed_minutes }),
    ...(choice === null ? {} : { branch_id: choice.branchId }),
    ...(choice?.evidence === undefined ? {} : { branch_evidence: choice.evidence }),
    ...(given.length === 0 ? {} : { answers: given.map(({ answer_id }) => answer_id) }),
    ...(evaded.length === 0 ? {} : { evaded: evaded.map(({ answer_id }) => answer_id) }),
  };
}

function sessionOf({ session }: ScenarioTurn): { session_number?: number } {
  return session === null ? {} : { session_number: session.session_number };
}

/** Builds the message for the model: the person's words, plus a line for the channel, a new session or elapsed time. */
function messageForModel(
  { turn, session, firstOfSession }: ScenarioTurn,
  words: string,
  channel: Scenario["channel"],
): string {
  const lines: string[] = [];
  if (channel === "sms") lines.push(smsLine());
  if (session !== null && firstOfSession && session.session_number > 1) {
    lines.push(sessionLine(session.session_number, session.time_elapsed, session.session_context));
  }
  if (turn.elapsed_minutes !== undefined) lines.push(timeLine(turn.elapsed_minutes));
  return [...lines, words].join("\n");
}

/** Line above the person's words that states elapsed time and channel. */
const SESSION_LINE = "[Session {number}, {elapsed}: {context}]";
const SESSION_LINE_WITHOUT_CONTEXT = "[Session {number}, {elapsed}]";
const TIME_LINE = "[{minutes} minutes into this conversation]";
/** Text messages need other answers than a page does, so the model is told the channel. */
const SMS_LINE = "[Text message]";

/** Part of the fingerprint: other lines make another conversation. */
export const LINE_TEMPLATES_HASH = hashOf([SESSION_LINE, SESSION_LINE_WITHOUT_CONTEXT, TIME_LINE, SMS_LINE]);

function sessionLine(number: number, elapsed: string, context: string | undefined): string {
  const template = context === undefined ? SESSION_LINE_WITHOUT_CONTEXT : SESSION_LINE;
  return fillLine(template, { number: String(number), elapsed, context: context ?? "" });
}

function timeLine(minutes: number): string {
  return fillLine(TIME_LINE, { minutes: String(minutes) });
}

function smsLine(): string {
  return SMS_LINE;
}

function fillLine(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
