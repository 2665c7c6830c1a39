import type { Check } from "../../schema/check.ts";
import type { Scenario } from "../../schema/scenario.ts";
import { isEligible, scenarioTags } from "../../schema/scenario-tags.ts";
import { compileLexicons } from "../../text/lexicon-matcher.ts";
import type { CorpusDraft } from "../corpus-draft.ts";
import { countEventCues } from "./event-cues.ts";
import { usableLexicons } from "./usable-lexicons.ts";

/** Who meets whom, by id. Only what could be read without an error counts. */
export interface CorpusCoverage {
  readonly scenarios_per_check: Readonly<Record<string, number>>;
  readonly checks_per_scenario: Readonly<Record<string, number>>;
  readonly cues_per_event_window_check: Readonly<Record<string, number>>;
}

/** One check that applies to one scenario. */
export interface Pairing {
  readonly check: Check;
  readonly scenario: Scenario;
  /** `null` unless the check looks at event windows with a lexicon that can be run. */
  readonly cues: number | null;
}

export function corpusCoverage(draft: CorpusDraft): CorpusCoverage {
  const pairs = pairings(draft);
  const checks = valid(draft.checks);
  const count = (isCounted: (pair: Pairing) => boolean): number => pairs.filter(isCounted).length;
  return {
    scenarios_per_check: Object.fromEntries(
      checks.map(({ id }) => [id, count((pair) => pair.check.id === id)]),
    ),
    checks_per_scenario: Object.fromEntries(
      valid(draft.scenarios).map(({ scenario_id: id }) => [
        id,
        count((pair) => pair.scenario.scenario_id === id),
      ]),
    ),
    cues_per_event_window_check: Object.fromEntries(
      checks
        .filter((check) => check.routing.unit_of_analysis === "event_window")
        .map(({ id }) => [
          id,
          pairs.reduce((sum, pair) => sum + (pair.check.id === id ? (pair.cues ?? 0) : 0), 0),
        ]),
    ),
  };
}

/** Every check that applies to a scenario, with the cues it finds there. */
export function pairings(draft: CorpusDraft): readonly Pairing[] {
  const countCues = cueCounter(draft);
  return valid(draft.scenarios).flatMap((scenario) => {
    const tags = scenarioTags(scenario);
    return valid(draft.checks)
      .filter((check) => isEligible(check, tags))
      .map((check) => ({ check, scenario, cues: countCues(check, scenario) }));
  });
}

function cueCounter(draft: CorpusDraft): (check: Check, scenario: Scenario) => number | null {
  const lexicons = usableLexicons(draft).map(({ lexicon }) => lexicon);
  const roles = new Map(lexicons.map((lexicon) => [lexicon.name, lexicon.role]));
  const matcher = compileLexicons(lexicons);
  return (check, scenario) => {
    const { routing } = check;
    if (routing.unit_of_analysis !== "event_window") return null;
    const name = "deterministic_precheck" in routing ? routing.deterministic_precheck : undefined;
    const role = name === undefined ? undefined : roles.get(name);
    // A lexicon that cannot be run might find the cue.
    if (name !== undefined && role === undefined) return null;
    if (name === undefined || role !== "user") return countEventCues(check, scenario, null);
    const only = new Set([name]);
    return countEventCues(check, scenario, (message) => matcher.find(message, "user", only).length > 0);
  };
}

function valid<Value>(artefacts: readonly { readonly value: Value | null }[]): readonly Value[] {
  return artefacts.flatMap(({ value }) => (value === null ? [] : [value]));
}
