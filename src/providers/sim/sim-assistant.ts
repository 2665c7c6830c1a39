import type { Clock } from "../../kernel/clock.ts";
import { ModelId, ScenarioId } from "../../schema/ids.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ModelClient } from "../model-client.ts";
import type { AssistantProfile } from "./assistant-profiles.ts";
import { composeReplies } from "./compose-replies.ts";
import { estimateUsage } from "./estimate-usage.ts";
import { type SimConditions, undergo } from "./sim-conditions.ts";
import type { SimWorld } from "./sim-world.ts";

/** What stands for a request without a seed. */
export const DEFAULT_SEED = 0;

/** An assistant that answers scenarios from golden cards, with known propensities to fail. */
export function createSimAssistant(
  input: {
    readonly profile: AssistantProfile;
    readonly world: SimWorld;
    readonly clock: Clock;
  } & SimConditions,
): ModelClient {
  const { profile, world, clock } = input;
  const modelId = ModelId.parse(`sim/${profile.name}`);
  const conversations = new Map<string, ReadonlyMap<number, string>>();
  return {
    modelId,
    simulated: true,
    async complete(request, signal) {
      await undergo(input, { modelId, request, clock }, signal);
      const { origin } = request;
      if (origin.stage !== "target")
        throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
      const scenario = world.scenarios.get(ScenarioId.parse(origin.scenario_id));
      if (scenario === undefined) throw new ModelCallError(`${modelId} does not know ${origin.scenario_id}`);

      const seed = request.sampling.seed ?? DEFAULT_SEED;
      const key = `${scenario.scenario_id}.r${origin.repeat}.s${seed}`;
      const replies =
        conversations.get(key) ?? composeReplies(world, { profile, scenario, repeat: origin.repeat, seed });
      conversations.set(key, replies);
      const content = replies.get(origin.turn);
      if (content === undefined) throw new ModelCallError(`${origin.scenario_id} has no turn ${origin.turn}`);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}
