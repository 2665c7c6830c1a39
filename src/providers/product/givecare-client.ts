import { holdsCredentials } from "../../kernel/address.ts";
import { hasCode } from "../../kernel/errors.ts";
import { ModelId } from "../../schema/ids.ts";
import {
  AttemptError,
  ModelCallError,
  ProviderRefusedError,
  providersErrors,
  providersUnavailable,
} from "../errors.ts";
import { assertCollected, GIVECARE, type Provenance } from "../key-hosts.ts";
import type { ModelClient, ModelRequest } from "../model-client.ts";
import { redactedBody } from "../redact.ts";
import type { PostJson, ProductCall } from "./post-json.ts";
import { createProductClient, type ProductParts } from "./product-client.ts";
import { errorInAnswer } from "./reply-path.ts";
import { type Environment, fillHeaders } from "./request-template.ts";

interface GiveCareOptions extends ProductParts {
  /** Must contain GIVECARE_SITE_URL and GIVECARE_BENCH_KEY by the first turn. */
  readonly environment: Environment;
  readonly provenance: Provenance;
  /** Wraps attempts in the chain. */
  readonly around: (attempt: ModelClient) => ModelClient;
}

/** GiveCare's assistant behind its admin endpoint. Experimental: not for the public board. */
export function createGiveCareClient({
  environment,
  provenance,
  around,
  ...parts
}: GiveCareOptions): ModelClient {
  const place = { environment, provenance };
  const modelId = ModelId.parse("givecare/v2");
  const attempt = createProductClient({
    ...parts,
    modelId,
    callFor: ({ scenarioId, message, history }) =>
      giveCareCall(place, {
        action: "runBenchmarkTurn",
        scenarioId,
        userMessage: message,
        previousMessages: history.map(({ role, content }) => ({ role, text: content })),
      }),
    replyPath: "result.replyText",
  });
  const check = createGiveCareHealthCheck({ modelId, place, post: parts.post, around });
  return withHealthCheck(around(attempt), check);
}

const { addressVariable: SITE, key: KEY } = GIVECARE;

type Place = Pick<GiveCareOptions, "environment" | "provenance">;

/** Refuses a site that cannot be called. */
export function assertGiveCare(place: Place): void {
  giveCareCall(place, {});
}

/** Builds a request to the admin endpoint of the site that the environment names. */
function giveCareCall({ environment, provenance }: Place, body: object): ProductCall {
  const lookUp = (name: string) => environment[name]?.trim() ?? "";
  const missing = [SITE, KEY].filter((name) => lookUp(name) === "");
  if (missing.length > 0)
    throw providersUnavailable.IB_MISSING_VARIABLES(missing, provenance.isEnvironmentGiven);
  const site = lookUp(SITE).replace(/\/+$/, "");
  const isAddress = /^https?:\/\//.test(site) && URL.canParse(site);
  if (!isAddress || holdsCredentials(site)) throw providersErrors.IB_BAD_ADDRESS(SITE, site);
  const errand = { modelId: "givecare/v2", variables: [KEY], address: site, namedBy: { variable: SITE } };
  assertCollected(errand, provenance);
  const authorization = { authorization: `Bearer {env.${KEY}}` };
  return {
    url: `${site}/api/admin`,
    address: site,
    ...fillHeaders(authorization, environment, (placeholder) => placeholder),
    body,
    advice: { key: `Check ${KEY}.`, address: `Check ${SITE}.` },
  };
}

interface HealthOptions {
  readonly modelId: ModelClient["modelId"];
  readonly place: Place;
  readonly post: PostJson;
  readonly around: (attempt: ModelClient) => ModelClient;
}

/** Asks GiveCare's harness whether it is ready; rejects with an IB_GIVECARE_HEALTH if it is not. */
function createGiveCareHealthCheck({ modelId, place, post, around }: HealthOptions) {
  // Uses the client chain, so that a check that fails by chance is retried like any call.
  const health = around({
    modelId,
    simulated: false,
    async complete(_request, signal) {
      const call = giveCareCall(place, { action: "harnessHealth" });
      const answer = await post(modelId, call, signal);
      // Other content of a healthy answer is ignored.
      if (errorInAnswer(answer) === null && !isNotReady(answer)) return READY;
      const said = redactedBody(JSON.stringify(answer), call.secrets);
      throw new AttemptError(`it answered ${said}`, { kind: "bad_response", isRetryable: true });
    },
  });
  return async (request: ModelRequest, signal: AbortSignal): Promise<void> => {
    // The check is not an attempt at the waiting turn, and would be logged as its retry.
    const { attempts: _, ...asked } = request;
    try {
      await health.complete(asked, signal);
    } catch (error) {
      const isOutcome =
        error instanceof ModelCallError ||
        error instanceof ProviderRefusedError ||
        hasCode(error, "IB_PROVIDER_REDIRECTED") ||
        hasCode(error, "IB_PROVIDER_UNREACHABLE");
      throw isOutcome ? providersUnavailable.IB_GIVECARE_HEALTH(error.message) : error;
    }
  };
}

const READY = {
  content: "",
  finish_reason: "stop",
  usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
  delivery: { cost_usd: 0 },
} as const;

function isNotReady(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return true;
  const result: unknown = "result" in answer ? answer.result : null;
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}

/**
 * Sends nothing before the check has succeeded once. The first call starts the check and others wait for it. Aborting
 * the first call does not affect the others.
 */
export function withHealthCheck(
  client: ModelClient,
  check: (request: ModelRequest, signal: AbortSignal) => Promise<void>,
): ModelClient {
  let checking: { readonly signal: AbortSignal; readonly outcome: Promise<void> } | undefined;

  const whenHealthy = async (request: ModelRequest, signal: AbortSignal): Promise<void> => {
    for (;;) {
      checking ??= { signal, outcome: check(request, signal) };
      const current = checking;
      try {
        await unlessAborted(current.outcome, signal);
        return;
      } catch (error) {
        // An aborted caller does not affect the callers that still wait.
        if (signal.aborted && signal !== current.signal) throw error;
        if (checking === current) checking = undefined;
        if (signal.aborted || !current.signal.aborted) throw error;
      }
    }
  };

  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      await whenHealthy(request, signal);
      return client.complete(request, signal);
    },
  };
}

async function unlessAborted(outcome: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    await Promise.race([outcome, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
