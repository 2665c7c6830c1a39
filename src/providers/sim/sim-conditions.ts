import type { Clock } from "../../kernel/clock.ts";
import { hashOf } from "../../kernel/hash.ts";
import { createRandom } from "../../kernel/random.ts";
import type { FailureCause, Usage } from "../../schema/run/journal.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelRequest } from "../model-client.ts";

/** Response time of a simulated model. */
export type LatencyModel =
  | { readonly kind: "none" }
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "log_normal"; readonly medianMs: number; readonly sigma: number };

/** Selects failing calls of a simulated model: the same ones for the same seed, in any order. */
export interface ErrorModel {
  /** Share of all calls, in [0, 1]. */
  readonly share: number;
  readonly seed: number;
}

/** Troubles of real models, to test how the program handles them. */
export interface SimConditions {
  /** Short form of a fixed latency; `latency` has priority. */
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

/** Waits for the call's latency, then fails the call if it is selected to fail. */
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

/** Seeded by the request, so that a run repeats exactly at any concurrency. */
function chanceOf(
  { modelId, request }: { readonly modelId: string; readonly request: ModelRequest },
  purpose: string,
) {
  return createRandom(
    `${purpose}|${hashOf({ modelId, messages: request.messages, origin: request.origin })}`,
  );
}

const CHARACTERS_PER_TOKEN = 4;

/** Estimates token counts for a call without a tokenizer. */
export function estimateUsage(request: ModelRequest, reply: string): Usage {
  const sent = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  return {
    input_tokens: Math.ceil(sent / CHARACTERS_PER_TOKEN),
    cached_tokens: 0,
    output_tokens: Math.ceil(reply.length / CHARACTERS_PER_TOKEN),
    reasoning_tokens: 0,
  };
}
