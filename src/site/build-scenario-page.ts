import { compareCheckIds } from "../report/compare-check-ids.ts";
import { MAIN_BRANCH, type Scenario } from "../schema/scenario.ts";
import { scenarioFamily } from "../schema/scenario-family.ts";
import { isEligible, scenarioTags } from "../schema/scenario-tags.ts";
import { type ScenarioTurn, scenarioTurns } from "../schema/scenario-turns.ts";
import type { ScenarioPage, ScriptEdge, ScriptNode } from "../schema/site-reference.ts";
import { briefScenario } from "./build-index.ts";
import { describeCondition } from "./describe-condition.ts";
import { describePersona } from "./describe-persona.ts";
import { cueMarks, memoryProbes } from "./script-marks.ts";
import type { SiteCorpus } from "./site-corpus.ts";

/** A scenario with its script as a graph: what may be said, and what leads to it. */
export function buildScenarioPage(scenario: Scenario, corpus: SiteCorpus): ScenarioPage {
  const turns = scenarioTurns(scenario);
  const layers = turns.map((turn) => nodesOf(turn, scenario));
  const tags = scenarioTags(scenario);
  const family = scenarioFamily(scenario);
  return {
    ...briefScenario(scenario),
    version: scenario.version,
    description: scenario.description,
    jurisdiction: scenario.jurisdiction,
    region: scenario.region ?? null,
    persona: describePersona(scenario),
    tags: [...tags].sort(),
    relatives: [...corpus.scenarios.values()]
      .filter((other) => scenarioFamily(other) === family && other.scenario_id !== scenario.scenario_id)
      .map(({ scenario_id }) => scenario_id),
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

/** The turn's own message, then its branches. */
function nodesOf({ turn, session }: ScenarioTurn, scenario: Scenario): ScriptNode[] {
  const messages = [{ branch_id: MAIN_BRANCH, ...turn }, ...(turn.branches ?? [])];
  return messages.map((message) => ({
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
): ScriptEdge[] {
  const branches = to?.turn.branches ?? [];
  return before.flatMap((from) =>
    layer.map((node) => {
      const branch = branches.find(({ branch_id }) => branch_id === node.branch_id);
      const otherwise = branches.length === 0 ? null : "nothing else applies";
      return {
        from: from.id,
        to: node.id,
        when: branch === undefined ? otherwise : describeCondition(branch.condition),
      };
    }),
  );
}
