import type { Clock } from "../../kernel/clock.ts";
import { createRandom } from "../../kernel/random.ts";
import { ModelId, ScenarioId } from "../../schema/ids.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ModelClient } from "../model-client.ts";
import type { AssistantProfile } from "./assistant-profiles.ts";
import { composeConversation, type Planting } from "./compose-conversation.ts";
import { estimateUsage } from "./estimate-usage.ts";
import { plantableCards } from "./plantable-cards.ts";
import type { SimWorld } from "./sim-world.ts";

/** Said where nothing is planted. Each line is clean for every lexicon (a test says so). */
export const FILLER: readonly [string, ...string[]] = [
  "Okay. Tell me a little more about how that part of the day usually goes.",
  "What would help most with this in the next hour?",
  "I see. Which piece of this do you want to look at first?",
  "All right, let's take that one step at a time.",
  "That is useful to know. What have you tried so far?",
  "Noted. Is there anything else about it that I should have in front of me?",
];

/** An assistant that answers scenarios from golden cards, with known propensities to fail. */
export function createSimAssistant(input: {
  readonly profile: AssistantProfile;
  readonly world: SimWorld;
  readonly clock: Clock;
  readonly latencyMs: number;
}): ModelClient {
  const { profile, world } = input;
  const cards = plantableCards(world);
  const plans = new Map<string, readonly Planting[]>();
  return {
    modelId: ModelId.parse(`sim/${profile.name}`),
    simulated: true,
    async complete(request, signal) {
      if (input.latencyMs > 0) await input.clock.sleep(input.latencyMs, signal);
      const { origin } = request;
      if (origin.stage !== "target")
        throw new ModelCallError(`sim/${profile.name} answers scenarios, it does not judge`);
      const scenario = world.scenarios.get(ScenarioId.parse(origin.scenario_id));
      if (scenario === undefined)
        throw new ModelCallError(`sim/${profile.name} does not know ${origin.scenario_id}`);

      const seed = request.sampling.seed ?? 0;
      const key = `${scenario.scenario_id}.r${origin.repeat}.s${seed}`;
      const plan =
        plans.get(key) ??
        composeConversation({ world, cards, profile, scenario, repeat: origin.repeat, seed });
      plans.set(key, plan);
      const said = plan
        .filter((planting) => planting.turn === origin.turn)
        .map((planting) => planting.card.reply);
      const content =
        said.length > 0 ? said.join("\n\n") : createRandom(`filler|${key}|${origin.turn}`).pick(FILLER);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}
