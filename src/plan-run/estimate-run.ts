import { scenarioTurns } from "../domain/scenarios.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ModelEstimate } from "../schema/run/run-plan.ts";

const CHARACTERS_PER_TOKEN = 4;
/** Tokens of a reply to a caregiver, where nothing was measured: a terse one, a usual one, a long one with reasoning. */
const ASSUMED_REPLY = { low: 120, expected: 400, high: 1200 };
/** How far a run may lie from the mean of earlier ones. */
const MEASURED_SPREAD = { low: 0.7, expected: 1, high: 1.5 };

/** What earlier runs measured: mean tokens of a reply, by model. */
export type MeasuredReplies = ReadonlyMap<string, number>;

interface PassSize {
  readonly calls: number;
  /** Sent over and over, because every turn repeats what came before it. */
  readonly scriptTokens: number;
  /** How many times some earlier reply is sent again. */
  readonly repliesResent: number;
}

/** What one model's conversations come to, before anything is spent. Pure. */
export function estimateModel(
  size: PassSize,
  replyTokens: { readonly low: number; readonly expected: number; readonly high: number },
  price: Pick<ModelPrice, "input" | "output" | "source" | "as_of"> | undefined,
  replyTokensFrom: ModelEstimate["reply_tokens_from"],
): ModelEstimate {
  const range = (valueAt: (reply: number) => number) => ({
    low: Math.round(valueAt(replyTokens.low)),
    expected: Math.round(valueAt(replyTokens.expected)),
    high: Math.round(valueAt(replyTokens.high)),
  });
  const input = range((reply) => size.scriptTokens + size.repliesResent * reply);
  const output = range((reply) => size.calls * reply);
  const usd = (point: "low" | "expected" | "high", at: { readonly input: number; readonly output: number }) =>
    (input[point] * at.input + output[point] * at.output) / 1_000_000;
  return {
    calls: size.calls,
    input_tokens: input,
    output_tokens: output,
    cost_usd:
      price === undefined
        ? null
        : { low: usd("low", price), expected: usd("expected", price), high: usd("high", price) },
    reply_tokens_from: replyTokensFrom,
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
  readonly measured: MeasuredReplies;
}): ReadonlyMap<string, ModelEstimate> {
  const size = passSize(input.scenarios, input.systemPrompt, input.repeats);
  return new Map(
    input.models.map(({ modelId, simulated }) => {
      const mean = input.measured.get(modelId);
      const replyTokens =
        mean === undefined
          ? ASSUMED_REPLY
          : {
              low: mean * MEASURED_SPREAD.low,
              expected: mean * MEASURED_SPREAD.expected,
              high: mean * MEASURED_SPREAD.high,
            };
      const price = simulated
        ? { input: 0, output: 0, source: "simulated", as_of: "always" }
        : input.prices.find((known) => known.model === modelId);
      const from = mean === undefined ? "assumption" : "earlier_runs";
      return [modelId, estimateModel(size, replyTokens, price, from)];
    }),
  );
}

function passSize(scenarios: readonly Scenario[], systemPrompt: string, repeats: number): PassSize {
  let [calls, characters, repliesResent] = [0, 0, 0];
  for (const scenario of scenarios) {
    let sent = systemPrompt.length;
    scenarioTurns(scenario).forEach(({ turn }, index) => {
      const alternatives = [turn, ...(turn.branches ?? [])].map((each) => each.user_message.length);
      // Which branch is taken is not known yet: the longest is the safe guess.
      sent += Math.max(...alternatives);
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
