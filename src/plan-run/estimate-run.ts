import { reasonsByItself } from "../domain/models.ts";
import { MOST_ANSWERS, messagesOf, scenarioTurns } from "../domain/scenarios.ts";
import type { MeasuredTokens } from "../measure/stage-costs.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ModelEstimate } from "../schema/run/run-plan.ts";

const CHARACTERS_PER_TOKEN = 4;
/**
 * Tokens of a reply to a caregiver, where nothing was measured: its words (344 was the mean of a large model's 479
 * replies to these scenarios), and what is billed where the model thinks before it answers.
 */
const ASSUMED_REPLY = { shown: 350, billedWithReasoning: 900 };
/** Factors by which a run's replies may be longer or shorter than assumed, or than the mean of earlier runs. */
const ASSUMED_SPREAD = 2;
const MEASURED_SPREAD = 1.4;

interface PassSize {
  readonly calls: number;
  /** Sent over and over, because every turn repeats what came before it. */
  readonly scriptTokens: number;
  /** How many times some earlier reply is sent again. */
  readonly repliesResent: number;
}

interface ReplyLength extends MeasuredTokens {
  /** Factor either way. */
  readonly spread: number;
  readonly from: ModelEstimate["reply_tokens_from"];
}

function replyLength(modelId: string, measured: MeasuredTokens | undefined): ReplyLength {
  if (measured !== undefined) return { ...measured, spread: MEASURED_SPREAD, from: "earlier_runs" };
  const { shown, billedWithReasoning } = ASSUMED_REPLY;
  const output = reasonsByItself(modelId) ? billedWithReasoning : shown;
  return { output, shown, spread: ASSUMED_SPREAD, from: "assumption" };
}

/** What one model's conversations come to, before anything is spent. */
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
  // What a model thought is not sent again.
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

/** An estimate for each model of a run; every scenario is played `repeats` times by each. */
export function estimateRun(input: {
  readonly models: readonly { readonly modelId: string; readonly simulated: boolean }[];
  readonly scenarios: readonly Scenario[];
  readonly repeats: number;
  readonly systemPrompt: string;
  readonly prices: ModelCatalog["models"];
  readonly measured: ReadonlyMap<string, MeasuredTokens>;
}): ReadonlyMap<string, ModelEstimate> {
  const size = passSize(input.scenarios, input.systemPrompt, input.repeats);
  return new Map(
    input.models.map(({ modelId, simulated }) => {
      const price = simulated
        ? { input: 0, output: 0, source: "simulated", as_of: "always" }
        : input.prices.find((known) => known.model === modelId);
      const reply = replyLength(modelId, input.measured.get(modelId));
      return [modelId, estimateModel(size, reply, price)];
    }),
  );
}

function passSize(scenarios: readonly Scenario[], systemPrompt: string, repeats: number): PassSize {
  let [calls, characters, repliesResent] = [0, 0, 0];
  for (const scenario of scenarios) {
    let sent = systemPrompt.length;
    const answers = answerLengths(scenario);
    scenarioTurns(scenario).forEach(({ turn }, index) => {
      // Which branch is taken, and what is answered, is not known yet: the longest is the safe guess.
      sent += Math.max(...messagesOf(turn).map((each) => each.user_message.length));
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

/** What answers may add to the second, the third message and so on: the longest first, as many as a turn can have. */
function answerLengths({ answers = [] }: Scenario): readonly number[] {
  const lengths = answers.map(({ words }) => words.length + 1).toSorted((a, b) => b - a);
  return Array.from({ length: Math.ceil(lengths.length / MOST_ANSWERS) }, (_, index) =>
    lengths.slice(index * MOST_ANSWERS, (index + 1) * MOST_ANSWERS).reduce((sum, length) => sum + length, 0),
  );
}
