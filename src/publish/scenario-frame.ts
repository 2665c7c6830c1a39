import { scenarioFamily } from "../domain/scenarios.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScenarioId } from "../schema/ids.ts";

export interface FramedScenario {
  readonly scenario_id: ScenarioId;
  readonly family: string;
}

/** Scenarios in a fixed order, and the families that statistics resample. */
export interface ScenarioFrame {
  readonly scenarios: readonly FramedScenario[];
  readonly families: readonly string[];
}

/** A scenario that the corpus does not have, such as an imported conversation, is a family of its own. */
export function frameScenarios(
  scenarioIds: Iterable<ScenarioId>,
  corpus: ReadonlyMap<ScenarioId, Scenario>,
): ScenarioFrame {
  const scenarios = [...new Set(scenarioIds)].toSorted().map((scenario_id) => {
    const scenario = corpus.get(scenario_id);
    return { scenario_id, family: scenario === undefined ? scenario_id : scenarioFamily(scenario) };
  });
  return { scenarios, families: [...new Set(scenarios.map(({ family }) => family))].toSorted() };
}

/** Values in the order of the frame's scenarios, gathered by family in the order of its families; `null` is left out. */
export function byFamily(
  { scenarios, families }: ScenarioFrame,
  values: readonly (number | null)[],
): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>(families.map((family) => [family, []]));
  for (const [index, { family }] of scenarios.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) groups.get(family)?.push(value);
  }
  return families.map((family) => groups.get(family) ?? []);
}
