import type { Scenario, ScenarioCategory, ScenarioStatus } from "../schema/scenario.ts";
import { globToRegExp } from "../text/glob.ts";
import { NothingSelectedError } from "./nothing-selected-error.ts";

export interface ScenarioSelection {
  /** Globs over scenario ids; none means all. */
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  readonly status: ScenarioStatus | "all";
}

/** The scenarios a run asks for, in the order of their ids. Asking for nothing that exists is an error. */
export function selectScenarios(all: Iterable<Scenario>, selection: ScenarioSelection): readonly Scenario[] {
  const candidates = [...all];
  const globs = selection.scenarios ?? [];
  for (const glob of globs) {
    const pattern = globToRegExp(glob);
    if (!candidates.some((scenario) => pattern.test(scenario.scenario_id))) {
      throw new NothingSelectedError(`No scenario matches "${glob}".`);
    }
  }
  const patterns = globs.map(globToRegExp);
  const selected = candidates.filter(
    (scenario) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(scenario.scenario_id))) &&
      (selection.category === undefined || scenario.category === selection.category) &&
      (selection.status === "all" || scenario.status === selection.status),
  );
  if (selected.length === 0) throw new NothingSelectedError("No scenario fits the selection.");
  return selected.toSorted((a, b) => (a.scenario_id < b.scenario_id ? -1 : 1));
}
