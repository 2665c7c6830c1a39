import { ModelId } from "../../schema/ids.ts";
import type { ModelClient } from "../model-client.ts";
import type { Environment } from "./fill-headers.ts";
import { giveCareCall } from "./givecare-call.ts";
import { createGiveCareHealthCheck } from "./givecare-health.ts";
import { createProductClient, type ProductParts } from "./product-client.ts";
import { withHealthCheck } from "./with-health-check.ts";

interface GiveCareOptions extends ProductParts {
  /** Holds GIVECARE_SITE_URL and GIVECARE_BENCH_KEY by the first turn. */
  readonly environment: Environment;
  /** The chain to put around attempts. */
  readonly around: (attempt: ModelClient) => ModelClient;
}

/** GiveCare's assistant behind its admin endpoint. Experimental: never for the public board. */
export function createGiveCareClient({ environment, around, ...parts }: GiveCareOptions): ModelClient {
  const modelId = ModelId.parse("givecare/v2");
  const attempt = createProductClient({
    ...parts,
    modelId,
    callFor: ({ scenarioId, message, history }) =>
      giveCareCall(environment, {
        action: "runBenchmarkTurn",
        scenarioId,
        userMessage: message,
        previousMessages: history.map(({ role, content }) => ({ role, text: content })),
      }),
    replyPath: "result.replyText",
  });
  const check = createGiveCareHealthCheck({ modelId, environment, post: parts.post, around });
  return withHealthCheck(around(attempt), check);
}
