/** Builds a scenario's two chunks: its script, independent of scans, and its conversations in one scan. */

import { compareCheckIds } from "../../domain/dimensions.ts";
import {
  isEligible,
  messagesOf,
  type ScenarioTurn,
  scenarioFamily,
  scenarioTags,
  scenarioTurns,
} from "../../domain/scenarios.ts";
import { type Scenario, UNSURE_BRANCH } from "../../schema/corpus/scenario.ts";
import type { ScenarioId } from "../../schema/ids.ts";
import { briefConversation, isListed, modelBriefs } from "../briefs.ts";
import type { ScanFacts } from "../scan-facts.ts";
import type { SiteCorpus } from "../site-ports.ts";
import { briefScenario } from "./build-index.ts";
import {
  cueMarks,
  describeBranch,
  describePersona,
  memoryProbes,
  OTHERWISE_IN_WORDS,
  UNSURE_IN_WORDS,
} from "./describe-script.ts";

export type ScenarioPage = ReturnType<typeof buildScenarioPage>;
/** One message the caregiver may send. */
export type ScriptNode = ReturnType<typeof nodesOf>[number];

/** A scenario with its script as a graph: possible messages and their conditions. */
export function buildScenarioPage(scenario: Scenario, corpus: SiteCorpus) {
  const turns = scenarioTurns(scenario);
  const layers = turns.map((turn) => nodesOf(turn, scenario));
  const tags = scenarioTags(scenario);
  return {
    ...briefScenario(scenario),
    version: scenario.version,
    description: scenario.description,
    jurisdiction: scenario.jurisdiction,
    region: scenario.region ?? null,
    persona: describePersona(scenario),
    tags: [...tags].sort(),
    /** The reader whose review is pending. */
    reader_pending: scenario.reader_pending ?? null,
    /** The caregiver's answers to questions. Each is given once, before the scripted words. */
    answers: (scenario.answers ?? []).map(({ words }) => words),
    relatives: relativesOf(scenario, corpus),
    sessions_told: (scenario.sessions ?? []).map((session) => ({
      session_number: session.session_number,
      time_elapsed: session.time_elapsed,
      context: session.session_context ?? null,
      first_turn: session.turns[0]?.t ?? 1,
    })),
    nodes: layers.flat(),
    edges: layers.slice(1).flatMap((layer, index) => edgesInto(layer, layers[index] ?? [], turns[index + 1])),
    checks: [...corpus.checks.values()]
      .filter((check) => isEligible(check, tags))
      .map(({ id }) => id)
      .sort(compareCheckIds),
  };
}

/** Its variants and its pair; for a pack's twin also the core original. */
function relativesOf(scenario: Scenario, corpus: SiteCorpus) {
  const family = scenarioFamily(scenario);
  const { twin_of: original } = scenario;
  return [
    ...(original === undefined
      ? []
      : [{ scenario_id: original, title: scenario.title, differs: "the core's own words", elsewhere: true }]),
    ...[...corpus.scenarios.values()]
      .filter((other) => scenarioFamily(other) === family && other.scenario_id !== scenario.scenario_id)
      .map((other) => ({
        scenario_id: other.scenario_id,
        title: other.title,
        differs: differenceOf(other),
        elsewhere: false,
      })),
  ];
}

/** The difference between a scenario and the others of its family. */
function differenceOf({ contrast_variable, sms_variant_of, group, differs_in }: Scenario): string | null {
  if (contrast_variable !== undefined) return contrast_variable.replaceAll("_", " ");
  if (sms_variant_of !== undefined) return "by text message";
  return group === undefined ? null : `${(differs_in ?? "").replaceAll("_", " ")}: ${group}`;
}

/** All possible messages of a turn. */
function nodesOf({ turn, session }: ScenarioTurn, scenario: Scenario) {
  return messagesOf(turn).map((message) => ({
    id: `${turn.t}.${message.branch_id}`,
    turn: turn.t,
    branch_id: message.branch_id,
    session_number: session?.session_number ?? null,
    user_message: message.user_message,
    expected_behaviors: [...(message.expected_behaviors ?? [])],
    autofail_triggers: [...(message.autofail_triggers ?? [])],
    cues: cueMarks(scenario, turn.t, message.branch_id),
    probes: memoryProbes(scenario, turn, message.branch_id, null),
  }));
}

function edgesInto(
  layer: readonly ScriptNode[],
  before: readonly ScriptNode[],
  to: ScenarioTurn | undefined,
) {
  const branches = to?.turn.branches ?? [];
  // A node without branches always follows.
  const whenOf = (branchId: string) => {
    const branch = branches.find(({ branch_id }) => branch_id === branchId);
    if (branch !== undefined) return describeBranch(branch);
    if (branchId === UNSURE_BRANCH) return UNSURE_IN_WORDS;
    return branches.length === 0 ? null : (to?.turn.means ?? OTHERWISE_IN_WORDS);
  };
  return before.flatMap((from) =>
    layer.map((node) => ({ from: from.id, to: node.id, when: whenOf(node.branch_id) })),
  );
}

export type ScanScenario = ReturnType<typeof buildScanScenario>;

/** A scenario's conversations across the models of a scan. */
export function buildScanScenario(facts: ScanFacts, corpus: SiteCorpus, scenarioId: ScenarioId) {
  const cards = Map.groupBy(
    facts.scorecards.filter(
      ({ scenario_id, transcript_id }) => scenario_id === scenarioId && isListed(facts, transcript_id),
    ),
    ({ model_id }) => model_id,
  );
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    scenario_id: scenarioId,
    models: modelBriefs(facts).map((model) => ({
      model,
      conversations: (cards.get(model.model_id) ?? []).map((card) => briefConversation(card, facts, corpus)),
    })),
  };
}
