import { hashOf } from "../kernel/hash.ts";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { ModelId } from "../schema/ids.ts";
import type { RunRequest } from "./plan-run.ts";

/** Creates a scenario of one turn; its category is the first word of its id. */
export function scenarioOf(scenario_id: string, parts: object = {}): Scenario {
  return scenarioWith({
    scenario_id,
    category: scenario_id.split("_")[0],
    failure_mode_tags: ["venting"],
    turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Listens"] }],
    ...parts,
  });
}

/** Builds the parts of a corpus that `planRun` reads. */
export function corpusOf(scenarios: readonly Scenario[], systemPrompt = "Be helpful.") {
  return {
    version: "1.0.0",
    hash: hashOf(scenarios),
    scenarios: new Map<string, Scenario>(scenarios.map((scenario) => [scenario.scenario_id, scenario])),
    scenarioHashes: new Map<string, string>(
      scenarios.map((scenario) => [scenario.scenario_id, hashOf(scenario)]),
    ),
    systemPrompt,
    models: { models: [] },
    private: false,
  };
}

export function modelsOf(...names: readonly string[]): RunRequest["models"] {
  return names.map((name) => ({ modelId: ModelId.parse(name), simulated: name.startsWith("sim/") }));
}
