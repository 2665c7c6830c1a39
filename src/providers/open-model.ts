import { type Clock, systemClock } from "../kernel/clock.ts";
import type { ModelClient } from "./model-client.ts";
import { ASSISTANT_PROFILES } from "./sim/assistant-profiles.ts";
import { createSimAssistant } from "./sim/sim-assistant.ts";
import { createSimJudge, JUDGE_PROFILES } from "./sim/sim-judge.ts";
import type { SimWorld } from "./sim/sim-world.ts";
import { UnknownModelError } from "./unknown-model-error.ts";

export interface KnownModel {
  readonly model_id: string;
  readonly use: "target" | "judge";
  readonly simulated: boolean;
  readonly description: string;
}

/** What `list models` shows. */
export function knownModels(): readonly KnownModel[] {
  const describe = (use: KnownModel["use"]) => (profile: { name: string; description: string }) => ({
    model_id: `sim/${profile.name}`,
    use,
    simulated: true,
    description: profile.description,
  });
  return [...ASSISTANT_PROFILES.map(describe("target")), ...JUDGE_PROFILES.map(describe("judge"))];
}

/** The client for a model's name. */
export function openModel(
  modelId: string,
  world: SimWorld,
  options: { readonly clock?: Clock; readonly simLatencyMs?: number } = {},
): ModelClient {
  const { clock = systemClock, simLatencyMs: latencyMs = 0 } = options;
  const assistant = ASSISTANT_PROFILES.find((profile) => modelId === `sim/${profile.name}`);
  if (assistant !== undefined) return createSimAssistant({ profile: assistant, world, clock, latencyMs });
  const judge = JUDGE_PROFILES.find((profile) => modelId === `sim/${profile.name}`);
  if (judge !== undefined) return createSimJudge({ profile: judge, world, clock, latencyMs });
  const known = knownModels().map((model) => model.model_id);
  throw new UnknownModelError(modelId, known);
}
