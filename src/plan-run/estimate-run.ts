import { reasonsByItself } from "../domain/models.ts";
import { MOST_ANSWERS, messagesOf, scenarioTurns } from "../domain/scenarios.ts";
import type { MeasuredTokens } from "../measure/stage-costs.ts";
import type { RouterConfig } from "../schema/corpus/judge-config.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { Scenario, Turn } from "../schema/corpus/scenario.ts";
import type { ModelEstimate } from "../schema/run/run-plan.ts";

const CHARACTERS_PER_TOKEN = 4;
/**
 * Tokens of a reply to a caregiver if none were measured: those shown (344 was the mean of a large model's 479 replies
 * to these scenarios) and those billed when the model reasons.
 */
const ASSUMED_REPLY = { shown: 350, billedWithReasoning: 900 };
/** Factor by which replies may be longer or shorter than assumed, or than the mean of earlier runs. */
const ASSUMED_SPREAD = 2;
const MEASURED_SPREAD = 1.4;

interface PassSize {
  readonly calls: number;
  /** Tokens of the system prompt and the person's messages, counted once per turn that sends them. */
  readonly scriptTokens: number;
  /** Number of times that earlier replies are sent again. */
  readonly repliesResent: number;
}

interface ReplyLength extends MeasuredTokens {
  /** Factor in both directions. */
  readonly spread: number;
  readonly from: ModelEstimate["reply_tokens_from"];
}

function replyLength(modelId: string, measured: MeasuredTokens | undefined): ReplyLength {
  if (measured !== undefined) return { ...measured, spread: MEASURED_SPREAD, from: "earlier_runs" };
  const { shown, billedWithReasoning } = ASSUMED_REPLY;
  const output = reasonsByItself(modelId) ? billedWithReasoning : shown;
  return { output, shown, spread: ASSUMED_SPREAD, from: "assumption" };
}

/** Estimates one model's conversations before any call. */
function estimateModel(
  size: PassSize,
  reply: ReplyLength,
  price: Pick<ModelPrice, "input" | "output" | "source" | "as_of"> | undefined,
): ModelEstimate {
  const range = (valueAt: (factor: number) => number) => ({
    low: Math.round(valueAt(1 / reply.spread)),
    expected: Math.round(valueAt(1)),
    high: Math.round(valueAt(reply.spread)),
  });
  // Reasoning is not sent again.
  const input = range((factor) => size.scriptTokens + size.repliesResent * reply.shown * factor);
  const output = range((factor) => size.calls * reply.output * factor);
  const usd = (point: "low" | "expected" | "high", at: { readonly input: number; readonly output: number }) =>
    (input[point] * at.input + output[point] * at.output) / 1_000_000;
  return {
    calls: size.calls,
    input_tokens: input,
    output_tokens: output,
    shown_reply_tokens: Math.round(reply.shown),
    cost_usd:
      price === undefined
        ? null
        : { low: usd("low", price), expected: usd("expected", price), high: usd("high", price) },
    reply_tokens_from: reply.from,
    pricing: price === undefined ? null : { source: price.source, as_of: price.as_of },
  };
}

interface EstimatedModel {
  readonly modelId: string;
  readonly simulated: boolean;
}

/** The run to estimate. */
export interface EstimatedWork {
  readonly models: readonly EstimatedModel[];
  readonly scenarios: readonly Scenario[];
  readonly repeats: number;
  readonly systemPrompt: string;
  readonly prices: ModelCatalog["models"];
  readonly measured: ReadonlyMap<string, MeasuredTokens>;
}

/** Estimates each model of a run; each plays every scenario `repeats` times. */
export function estimateRun(input: EstimatedWork): ReadonlyMap<string, ModelEstimate> {
  const size = passSize(input.scenarios, input.systemPrompt, input.repeats);
  return new Map(
    input.models.map((model) => {
      const reply = replyLength(model.modelId, input.measured.get(model.modelId));
      return [model.modelId, estimateModel(size, reply, priceOf(model, input.prices))];
    }),
  );
}

function priceOf({ modelId, simulated }: EstimatedModel, prices: ModelCatalog["models"]) {
  return simulated
    ? { input: 0, output: 0, source: "simulated", as_of: "always" }
    : prices.find((known) => known.model === modelId);
}

/** Tokens of a router's answer: one id, plus billed reasoning. */
const ROUTER_ANSWER = { shown: 8, billedWithReasoning: 300 };
/** Characters of the frame around the messages and of the keys around each way. */
const ROUTER_FRAME_CHARACTERS = 250;
const WAY_CHARACTERS = 40;

/** Estimates a router's calls: one per branch point of every conversation, each with about one exchange. */
export function estimateRouter(
  router: EstimatedModel,
  config: RouterConfig,
  work: EstimatedWork,
): ModelEstimate {
  const fixed =
    config.contract.length + config.question.length + config.unsure.length + ROUTER_FRAME_CHARACTERS;
  let [points, characters] = [0, 0];
  for (const scenario of work.scenarios) {
    const turns = scenarioTurns(scenario).map(({ turn }) => turn);
    const answers = answerLengths(scenario);
    turns.forEach((turn, index) => {
      if (turn.branches === undefined) return;
      const before = turns[index - 1];
      const said = before === undefined ? 0 : longestMessage(before) + (answers[index - 2] ?? 0);
      const ways = [turn, ...turn.branches].map(({ means = "" }) => means.length + WAY_CHARACTERS);
      points += 1;
      characters += fixed + said + ways.reduce((sum, length) => sum + length, 0);
    });
  }
  const conversations = work.repeats * work.models.length;
  const replies = work.models.map(({ modelId }) => replyLength(modelId, work.measured.get(modelId)).shown);
  const size = {
    calls: points * conversations,
    scriptTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) * conversations,
    repliesResent: points * conversations,
  };
  const answer = {
    output: reasonsByItself(router.modelId) ? ROUTER_ANSWER.billedWithReasoning : ROUTER_ANSWER.shown,
    shown: replies.reduce((sum, shown) => sum + shown, 0) / replies.length,
    spread: ASSUMED_SPREAD,
    from: "assumption" as const,
  };
  const { shown_reply_tokens: _, ...estimate } = estimateModel(size, answer, priceOf(router, work.prices));
  return estimate;
}

function longestMessage(turn: Turn): number {
  return Math.max(...messagesOf(turn).map((each) => each.user_message.length));
}

function passSize(scenarios: readonly Scenario[], systemPrompt: string, repeats: number): PassSize {
  let [calls, characters, repliesResent] = [0, 0, 0];
  for (const scenario of scenarios) {
    let sent = systemPrompt.length;
    const answers = answerLengths(scenario);
    scenarioTurns(scenario).forEach(({ turn }, index) => {
      // The chosen branch and its answers are unknown, so the longest is assumed.
      sent += longestMessage(turn);
      sent += answers[index - 1] ?? 0;
      calls += 1;
      characters += sent;
      repliesResent += index;
    });
  }
  return {
    calls: calls * repeats,
    scriptTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) * repeats,
    repliesResent: repliesResent * repeats,
  };
}

/**
 * Returns the lengths that answers may add to the second message, the third and so on: longest first, as many as a turn
 * can have.
 */
function answerLengths({ answers = [] }: Scenario): readonly number[] {
  const lengths = answers.map(({ words }) => words.length + 1).toSorted((a, b) => b - a);
  return Array.from({ length: Math.ceil(lengths.length / MOST_ANSWERS) }, (_, index) =>
    lengths.slice(index * MOST_ANSWERS, (index + 1) * MOST_ANSWERS).reduce((sum, length) => sum + length, 0),
  );
}
