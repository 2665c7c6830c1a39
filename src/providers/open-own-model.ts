import { BenchError, messageOf } from "../kernel/errors.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { FinishReason } from "../schema/run/transcript.ts";
import { buildChain } from "./chain/build-chain.ts";
import { assertPriced } from "./cost-ledger.ts";
import { AttemptError, ModelCallError, providersErrors } from "./errors.ts";
import type { ModelClient, ModelReply } from "./model-client.ts";
import type { ProviderContext } from "./provider-context.ts";
import { BUILT_IN_PROVIDERS } from "./provider-settings.ts";
import { accountFor, type Call } from "./reported-usage.ts";

/** Other prefixes that model names already use. */
const TAKEN = ["sim", "replay", "imported", "givecare", ...BUILT_IN_PROVIDERS];
/** Each part is a valid name on every file system, and together they form one folder name. */
const OWN_NAME = /^[a-z0-9][a-z0-9-]*(?:\/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)+$/;
const LONGEST_NAME = 90;

/**
 * Opens a caller's own model in the same chain as a served one: limiter, timeout, retries, budget. Its replies are not
 * cached for other runs, because the code behind a name may have changed.
 */
export function openOwnModel(client: ModelClient, providers: ProviderContext): ModelClient {
  const { modelId, simulated } = client;
  assertOwnName(modelId, [...TAKEN, ...Object.keys(providers.endpoints)]);
  const price = providers.prices(modelId);
  const ledger = simulated ? null : providers.ledger;
  if (ledger !== null && ledger.ceilingUsd !== null) assertPriced([modelId], providers);
  return buildChain(
    asAttempt(client, price),
    { account: modelId, address: modelId, price },
    { ...providers, ledger, cacheDirectory: null },
  );
}

function assertOwnName(modelId: string, taken: readonly string[]): void {
  if (!OWN_NAME.test(modelId) || modelId.length > LONGEST_NAME || modelId.includes("__")) {
    throw providersErrors.IB_OWN_MODEL_NAME(
      modelId,
      "it has to look like acme/companion-2, because it names a folder",
    );
  }
  const [provider = ""] = modelId.split("/");
  if (taken.includes(provider)) {
    throw providersErrors.IB_OWN_MODEL_NAME(
      modelId,
      `models that begin with ${provider}/ are opened by their names`,
    );
  }
}

/** Turns any error of the caller's code into the outcome of a call, stored as data. */
function asAttempt(client: ModelClient, price: ModelPrice | undefined): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      try {
        const reply = checked(await untilAborted(client.complete(request, signal), signal));
        return accounted(reply, { modelId: client.modelId, request, price });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BenchError || error instanceof ModelCallError) throw error;
        throw new AttemptError(messageOf(error), {
          kind: "server_error",
          isRetryable: error instanceof Error && "isRetryable" in error && error.isRetryable === true,
          mayBeBilled: true,
        });
      }
    },
  };
}

/** Rejects on abort, even if the caller's code ignores the signal. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  // The signal may have aborted while the call was made.
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function checked(reply: ModelReply): ModelReply {
  if (typeof reply?.content === "string" && FinishReason.safeParse(reply.finish_reason).success) return reply;
  throw new AttemptError("what came back is not a text with a reason why it ended", {
    kind: "bad_response",
    isRetryable: false,
    mayBeBilled: true,
  });
}

function accounted(reply: ModelReply, call: Omit<Call, "content" | "reportedUsd">): ModelReply {
  const { content, usage: said, delivery = {} } = reply;
  const { cost_usd: reportedUsd, warnings: given = [], ...rest } = delivery;
  const { usage, cost, warnings } = accountFor(
    {
      input: said?.input_tokens,
      output: said?.output_tokens,
      cachedInput: said?.cached_tokens,
      reasoning: said?.reasoning_tokens,
    },
    { ...call, content, reportedUsd },
  );
  const all = [...new Set([...given, ...warnings])];
  return {
    ...reply,
    usage,
    delivery: {
      ...rest,
      ...cost,
      ...(all.length === 0 ? {} : { warnings: all }),
    },
  };
}
