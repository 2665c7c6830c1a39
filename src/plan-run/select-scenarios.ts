import type { Scenario, ScenarioCategory, ScenarioStatus } from "../schema/scenario.ts";
import { scenarioTags } from "../schema/scenario-tags.ts";
import { globToRegExp } from "../text/glob.ts";
import { NothingSelectedError } from "./nothing-selected-error.ts";

export interface ScenarioSelection {
  /** Globs over scenario ids; none means all. */
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  /** A scenario with any of these is wanted; none means all. */
  readonly tags?: readonly string[];
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
  const tags = selection.tags ?? [];
  for (const tag of tags) {
    if (!candidates.some((scenario) => hasTag(scenario, tag))) {
      throw new NothingSelectedError(`No scenario has the tag "${tag}".`);
    }
  }
  const selected = candidates.filter(
    (scenario) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(scenario.scenario_id))) &&
      (tags.length === 0 || tags.some((tag) => hasTag(scenario, tag))) &&
      (selection.category === undefined || scenario.category === selection.category) &&
      (selection.status === "all" || scenario.status === selection.status),
  );
  if (selected.length === 0) throw new NothingSelectedError("No scenario fits the selection.");
  return selected.toSorted((a, b) => (a.scenario_id < b.scenario_id ? -1 : 1));
}

function hasTag(scenario: Scenario, tag: string): boolean {
  return new Set<string>(scenarioTags(scenario)).has(tag);
}
