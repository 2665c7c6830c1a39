/** Coverage: the scenarios that each check applies to, and the cues it finds there. */

import { isEligible, scenarioTags, scenarioTurns } from "../../domain/scenarios.ts";
import { ANY_TAG, type Check } from "../../schema/corpus/check.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { authored, type CorpusDraft, type CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";
import { draftMatcher, usableLexicons } from "./lexicons.ts";

/** Checks and scenarios that apply to each other, by id. Only files without an error count. */
export interface CorpusCoverage {
  readonly scenarios_per_check: Readonly<Record<string, number>>;
  readonly checks_per_scenario: Readonly<Record<string, number>>;
  readonly cues_per_event_window_check: Readonly<Record<string, number>>;
}

/** One check that applies to one scenario. */
export interface Pairing {
  readonly check: Check;
  readonly scenario: Scenario;
  /** `null` unless the check examines event windows with a lexicon that can be run. */
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
      valid(authored(draft).scenarios).map(({ scenario_id: id }) => [
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

/** Shared by a rule and the table of coverage, which ask about the same draft. */
const known = new WeakMap<CorpusDraft, readonly Pairing[]>();

/** Every check that applies to a scenario, with the cues it finds there. */
function pairings(draft: CorpusDraft): readonly Pairing[] {
  const pairs = known.get(draft) ?? pairUp(draft);
  known.set(draft, pairs);
  return pairs;
}

function pairUp(draft: CorpusDraft): readonly Pairing[] {
  const countCues = cueCounter(draft);
  return valid(authored(draft).scenarios).flatMap((scenario) => {
    const tags = scenarioTags(scenario);
    return valid(draft.checks)
      .filter((check) => isEligible(check, tags))
      .map((check) => ({ check, scenario, cues: countCues(check, scenario) }));
  });
}

function cueCounter(draft: CorpusDraft): (check: Check, scenario: Scenario) => number | null {
  const { lexicons } = usableLexicons(draft);
  const roles = new Map(lexicons.map(({ lexicon }) => [lexicon.name, lexicon.role]));
  return (check, scenario) => {
    const { routing } = check;
    if (routing.unit_of_analysis !== "event_window") return null;
    const name = "deterministic_precheck" in routing ? routing.deterministic_precheck : undefined;
    const role = name === undefined ? undefined : roles.get(name);
    // A lexicon that cannot be run might find the cue.
    if (name !== undefined && role === undefined) return null;
    if (name === undefined || role !== "user") return countEventCues(check, scenario, null);
    const only = new Set([name]);
    const isCue = (message: string) =>
      (draftMatcher(draft, "user")?.find(message, "user", only) ?? []).length > 0;
    return countEventCues(check, scenario, isCue);
  };
}

function valid<Value>(artefacts: readonly { readonly value: Value | null }[]): readonly Value[] {
  return artefacts.flatMap(({ value }) => (value === null ? [] : [value]));
}

/** Whether a check's user lexicon finds a cue in a message; `null` if it has no lexicon that can be run. */
export type LexiconCue = ((message: string) => boolean) | null;

/**
 * Counts the turns of a scenario that an event-window check would examine: those its anchors name, else those
 * its risk triggers name, else those its user lexicon finds.
 */
function countEventCues(check: Check, scenario: Scenario, lexiconCue: LexiconCue): number {
  const tags = new Set<string>(check.eligibility.scenario_tags_any);
  const anchors = (scenario.cue_anchors ?? []).filter(
    (anchor) => anchor.modes?.includes(check.id) || anchor.tags?.some((tag) => tags.has(tag)),
  );
  if (anchors.length > 0) return new Set(anchors.map((anchor) => anchor.t)).size;
  const triggers = (scenario.risk_triggers ?? []).filter((trigger) =>
    trigger.tags.some((tag) => tags.has(tag)),
  );
  if (triggers.length > 0) return new Set(triggers.map((trigger) => trigger.t)).size;
  if (lexiconCue === null) return 0;
  return scenarioTurns(scenario).filter(({ turn }) =>
    [turn.user_message, ...(turn.branches ?? []).map((branch) => branch.user_message)].some(lexiconCue),
  ).length;
}

/**
 * A check of event windows finds a cue in every scenario with one of its tags. A check of `any` scenario may
 * find none.
 */
export const missingCues: CorpusRule = (draft) =>
  pairings(draft).flatMap(({ check, scenario, cues }) => {
    if (cues !== 0 || check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG)) return [];
    const artefact = draft.scenarios.find(({ value }) => value === scenario);
    if (artefact === undefined) return [];
    const tags = new Set<string>(check.eligibility.scenario_tags_any);
    const index = scenario.failure_mode_tags.findIndex((tag) => tags.has(tag));
    const path = index === -1 ? ["tags"] : ["failure_mode_tags", index];
    const message = `${check.id} applies here but finds no cue: anchor one in cue_anchors`;
    return [problemAt(artefact.source, path, { severity: "warning", code: "no-cue", message })];
  });
