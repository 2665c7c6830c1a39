import { sha256 } from "../kernel/hash.ts";
import type { SimWorld } from "./assistant-profiles.ts";
import { ASSISTANT_PROFILES } from "./assistant-profiles.ts";
import { BOTS, botModelId } from "./bots.ts";
import { withLimiter } from "./chain/adaptive-limiter.ts";
import { providersErrors } from "./errors.ts";
import type { ModelClient } from "./model-client.ts";
import type { ProviderContext } from "./provider-context.ts";
import { BUILT_IN_PROVIDERS, type ProviderSettings, providerSettings } from "./provider-settings.ts";
import { createBot } from "./sim/bot-client.ts";
import { createSimAssistant } from "./sim/sim-assistant.ts";
import { createSimJudge, JUDGE_PROFILES } from "./sim/sim-judge.ts";

export interface KnownModel {
  readonly model_id: string;
  readonly use: "target" | "judge";
  readonly simulated: boolean;
  readonly description: string;
}

/** Models for `list models`. */
export function knownModels(): readonly KnownModel[] {
  const describe = (use: KnownModel["use"]) => (profile: { name: string; description: string }) => ({
    model_id: `sim/${profile.name}`,
    use,
    simulated: true,
    description: profile.description,
  });
  const bots = BOTS.map(({ name, description }) => ({ name: `bots/${name}`, description }));
  return [
    ...[...ASSISTANT_PROFILES, ...bots].map(describe("target")),
    ...JUDGE_PROFILES.map(describe("judge")),
  ];
}

export interface ModelSources {
  /** Loaded for simulated models only. */
  readonly world: () => Promise<SimWorld>;
  readonly providers: ProviderContext;
  readonly simulation?: { readonly latencyMs: number; readonly errorShare: number };
}

/** Opens the client for a model's name. Needs no key and loads no provider before the first call. */
export async function openModel(modelId: string, sources: ModelSources): Promise<ModelClient> {
  const { providers, simulation } = sources;
  const conditions = simulation && {
    latencyMs: simulation.latencyMs,
    errors: { share: simulation.errorShare, seed: 0 },
  };
  const { clock, limiterFor } = providers;
  const assistant = ASSISTANT_PROFILES.find((profile) => modelId === `sim/${profile.name}`);
  if (assistant !== undefined) {
    const world = await sources.world();
    return withLimiter(
      createSimAssistant({ profile: assistant, world, clock, ...conditions }),
      limiterFor(modelId),
    );
  }
  const bot = BOTS.find((candidate) => modelId === botModelId(candidate));
  if (bot !== undefined) {
    const world = await sources.world();
    return withLimiter(createBot({ bot, world, clock, ...conditions }), limiterFor(modelId));
  }
  const judge = JUDGE_PROFILES.find((profile) => modelId === `sim/${profile.name}`);
  if (judge !== undefined) {
    const world = await sources.world();
    return withLimiter(createSimJudge({ profile: judge, world, clock, ...conditions }), limiterFor(modelId));
  }
  const settings = providerSettings(modelId, providers);
  if (settings !== undefined) return openServedModel(settings, providers);
  const known = [
    ...knownModels().map((model) => model.model_id),
    ...[...BUILT_IN_PROVIDERS, ...Object.keys(providers.endpoints)].map((provider) => `${provider}/…`),
  ];
  throw providersErrors.IB_UNKNOWN_MODEL(modelId, known, providers.pricedModels);
}

async function openServedModel(settings: ProviderSettings, providers: ProviderContext): Promise<ModelClient> {
  const { buildChain } = await import("./chain/build-chain.ts");
  const { createAiSdkClient } = await import("./served/ai-sdk-client.ts");
  const { modelId, baseUrl } = settings;
  const price = providers.prices(modelId);
  const attempt = createAiSdkClient(settings, price, providers);
  return buildChain(attempt, { account: accountOf(settings), address: baseUrl, price }, providers);
}

/** Enough to distinguish an account's keys, and too little to identify one: many keys share the same digits. */
const DIGITS_OF_KEY = 6;

/**
 * Names the account whose limits models share, also across machines. The name is stored, so it must not reveal the key.
 */
function accountOf({ provider, baseUrl, apiKey }: ProviderSettings): string {
  const place = `${provider} ${new URL(baseUrl).host}`;
  return apiKey === undefined ? place : `${place} ${sha256(`${place} ${apiKey}`).slice(0, DIGITS_OF_KEY)}`;
}
