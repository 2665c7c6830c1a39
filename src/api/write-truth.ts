import { ASSISTANT_PROFILES } from "../providers/sim/assistant-profiles.ts";
import { simTruth } from "../providers/sim/sim-truth.ts";
import type { RunPlan } from "../schema/run-plan.ts";
import type { RunStore } from "../store/run-store.ts";
import type { OpenModels } from "./open-models.ts";

/** Simulated assistants have known truth: it stands beside their transcripts. */
export async function writeTruth(store: RunStore, plan: RunPlan, models: OpenModels): Promise<void> {
  const names = new Set<string>(plan.models.map(({ model_id }) => model_id));
  const profiles = ASSISTANT_PROFILES.map(({ name }) => name).filter((name) => names.has(`sim/${name}`));
  if (profiles.length === 0) return;
  const scenarios = plan.scenarios.map((scenario) => scenario.scenario_id);
  const { repeats, sampling } = plan;
  const run = { profiles, scenarios, repeats, seed: sampling.seed };
  await store.writeTruth(simTruth(await models.world(), run));
}
