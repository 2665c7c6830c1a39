import type { Clock } from "../../kernel/clock.ts";
import { hashOf } from "../../kernel/hash.ts";
import { createRandom } from "../../kernel/random.ts";
import type { FailureCause, Usage } from "../../schema/run/journal.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelRequest } from "../model-client.ts";

/** How long a simulated model takes to answer. */
export type LatencyModel =
  | { readonly kind: "none" }
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "log_normal"; readonly medianMs: number; readonly sigma: number };

/** Which calls to a simulated model fail: the same ones with the same seed, whatever their order. */
export interface ErrorModel {
  /** Of all calls, in [0, 1]. */
  readonly share: number;
  readonly seed: number;
}

/** The troubles of real models, for testing what happens meanwhile. */
export interface SimConditions {
  /** Short for a fixed latency; `latency` goes before it. */
  readonly latencyMs?: number;
  readonly latency?: LatencyModel;
  readonly errors?: ErrorModel;
}

const CAUSES: readonly [FailureCause, ...FailureCause[]] = [
  "rate_limited",
  "server_error",
  "timeout",
  "network",
  "bad_response",
];

/** Waits as long as the call takes, then fails it if it is one of those that fail. */
export async function applyConditions(
  conditions: SimConditions,
  call: { readonly modelId: string; readonly request: ModelRequest; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const latency = conditions.latency ?? { kind: "fixed", ms: conditions.latencyMs ?? 0 };
  const ms = latencyOf(latency, call);
  if (ms > 0) await call.clock.sleep(ms, signal);
  const { errors } = conditions;
  if (errors === undefined || errors.share <= 0) return;
  const random = chanceOf(call, `errors|${errors.seed}`);
  if (random.next() >= errors.share) return;
  const kind = random.pick(CAUSES);
  throw new ModelCallError(`a simulated failure: ${kind}`, { kind });
}

function latencyOf(
  latency: LatencyModel,
  call: { readonly modelId: string; readonly request: ModelRequest },
): number {
  switch (latency.kind) {
    case "none":
      return 0;
    case "fixed":
      return latency.ms;
    case "log_normal": {
      const random = chanceOf(call, "latency");
      // Box-Muller; 1 - u is never 0.
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      return latency.medianMs * Math.exp(latency.sigma * normal);
    }
  }
}

/** Seeded by what is asked, so that a run repeats exactly at any concurrency. */
function chanceOf(
  { modelId, request }: { readonly modelId: string; readonly request: ModelRequest },
  purpose: string,
) {
  return createRandom(
    `${purpose}|${hashOf({ modelId, messages: request.messages, origin: request.origin })}`,
  );
}

const CHARACTERS_PER_TOKEN = 4;

/** Plausible token counts for a call that no tokenizer saw. */
export function estimateUsage(request: ModelRequest, reply: string): Usage {
  const sent = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  return {
    input_tokens: Math.ceil(sent / CHARACTERS_PER_TOKEN),
    cached_tokens: 0,
    output_tokens: Math.ceil(reply.length / CHARACTERS_PER_TOKEN),
    reasoning_tokens: 0,
  };
}
