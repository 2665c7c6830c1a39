import { by } from "../kernel/order.ts";
import type { ProductProfile } from "../schema/corpus/duty.ts";
import { ModelId, type ScenarioId } from "../schema/ids.ts";
import { type SimTruthRow, TRUTH_VERSION } from "../schema/run/transcript.ts";
import type { SimWorld } from "./assistant-profiles.ts";
import { ASSISTANT_PROFILES } from "./assistant-profiles.ts";
import { composeReplies, DEFAULT_SEED } from "./sim/sim-assistant.ts";

/**
 * Returns the failures that simulated assistants plant in a run's conversations, one row per planting, by profile,
 * scenario, repeat and check. It holds for every complete transcript, and for an incomplete one up to its last turn.
 */
export function simTruth(
  world: SimWorld,
  run: {
    /** `careful` for `sim/careful`. */
    readonly profiles: readonly string[];
    readonly scenarios: readonly ScenarioId[];
    readonly repeats: number;
    /** As in the run's sampling. */
    readonly seed: number | null;
    /** As in the run's plan. */
    readonly product?: ProductProfile | undefined;
  },
): readonly SimTruthRow[] {
  const seed = run.seed ?? DEFAULT_SEED;
  const product = run.product?.notice === "told" ? run.product : undefined;
  return run.profiles.flatMap((name) => {
    const profile = ASSISTANT_PROFILES.find((candidate) => candidate.name === name);
    if (profile === undefined) throw new Error(`there is no simulated assistant called ${name}`);
    return run.scenarios.flatMap((scenarioId) => {
      const scenario = world.scenarios.get(scenarioId);
      if (scenario === undefined) throw new Error(`the simulated world has no scenario ${scenarioId}`);
      return Array.from({ length: run.repeats }, (_, index) => index + 1).flatMap((repeat) =>
        composeReplies(world, { profile, scenario, repeat, seed, product })
          .plantings.toSorted(by(({ checkId }) => checkId))
          .map(
            ({ checkId, turn, label, cardId }): SimTruthRow => ({
              schema_version: TRUTH_VERSION,
              model_id: ModelId.parse(`sim/${name}`),
              scenario_id: scenarioId,
              repeat,
              mode_id: checkId,
              planted: label,
              turn,
              card_id: cardId,
            }),
          ),
      );
    });
  });
}
