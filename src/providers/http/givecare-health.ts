import { AttemptError } from "../chain/attempt-error.ts";
import { ProviderRefusedError } from "../chain/provider-refused-error.ts";
import { ProviderUnreachableError } from "../chain/provider-unreachable-error.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ModelClient, ModelRequest } from "../model-client.ts";
import { errorInAnswer } from "./error-in-answer.ts";
import type { Environment } from "./fill-headers.ts";
import { giveCareCall } from "./givecare-call.ts";
import { GiveCareHealthError } from "./givecare-health-error.ts";
import type { PostJson } from "./post-json.ts";
import { sayBody } from "./say-body.ts";

interface HealthOptions {
  readonly modelId: ModelClient["modelId"];
  readonly environment: Environment;
  readonly post: PostJson;
  readonly around: (attempt: ModelClient) => ModelClient;
}

/** Asks GiveCare's harness whether it is ready; rejects with a GiveCareHealthError if it is not. */
export function createGiveCareHealthCheck({ modelId, environment, post, around }: HealthOptions) {
  // A client like any other, so that a check which fails by chance is made again like any other call.
  const health = around({
    modelId,
    simulated: false,
    async complete(_request, signal) {
      const call = giveCareCall(environment, { action: "harnessHealth" });
      const answer = await post(modelId, call, signal);
      // What a healthy harness says besides is its own affair.
      if (errorInAnswer(answer) === null && !saysNo(answer)) return READY;
      const said = sayBody(JSON.stringify(answer), call.secrets);
      throw new AttemptError(`it answered ${said}`, { kind: "bad_response", isRetryable: true });
    },
  });
  return async (request: ModelRequest, signal: AbortSignal): Promise<void> => {
    try {
      await health.complete(request, signal);
    } catch (error) {
      const isOutcome =
        error instanceof ModelCallError ||
        error instanceof ProviderRefusedError ||
        error instanceof ProviderUnreachableError;
      throw isOutcome ? new GiveCareHealthError(error.message) : error;
    }
  };
}

const READY = {
  content: "",
  finish_reason: "stop",
  usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
  delivery: { cost_usd: 0 },
} as const;

function saysNo(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return true;
  const result: unknown = "result" in answer ? answer.result : null;
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}
