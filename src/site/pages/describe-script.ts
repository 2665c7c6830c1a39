/** Describes a scenario's script and caregiver, for the pages of scenarios and of conversations. */
import {
  type Branch,
  type BranchCondition,
  MAIN_BRANCH,
  type Scenario,
  type Turn,
} from "../../schema/corpus/scenario.ts";
import type { MemoryScorer } from "../../schema/scan/scorer-result.ts";

export type CueMark = ReturnType<typeof cueMarks>[number];
export type MemoryProbe = ReturnType<typeof memoryProbes>[number];

/** The cues authored for a turn's message; a cue without a branch applies to every alternative. */
export function cueMarks(scenario: Scenario, turn: number, branchId: string) {
  const isHere = (mark: { readonly t: number; readonly branch_id?: string | undefined }) =>
    mark.t === turn && (mark.branch_id === undefined || mark.branch_id === branchId);
  return [
    ...(scenario.risk_triggers ?? []).filter(isHere).map(({ cue, severity, tags }) => ({
      kind: "risk_trigger" as const,
      cue,
      severity,
      tags,
      modes: [],
    })),
    ...(scenario.cue_anchors ?? []).filter(isHere).map(({ tags = [], modes = [] }) => ({
      kind: "anchor" as const,
      cue: null,
      severity: null,
      tags,
      modes,
    })),
  ];
}

/** The memory probes of the reply to a turn, with their results if known. */
export function memoryProbes(scenario: Scenario, turn: Turn, branchId: string, memory: MemoryScorer | null) {
  const authored = [...(turn.probes ?? []), ...(scenario.probes ?? []).filter(({ t }) => t === turn.t)];
  const results = (memory?.probes ?? []).filter((result) => result.turn === turn.t);
  return authored
    .filter(({ branch_id = branchId }) => branch_id === branchId)
    .map((probe) => {
      // Results are in the order of the probes; each is used once.
      const index = results.findIndex(({ kind }) => kind === probe.kind);
      const [result] = index === -1 ? [] : results.splice(index, 1);
      return {
        kind: probe.kind,
        expected: probe.expected,
        forbidden: probe.forbidden ?? [],
        /** null if it is undecided. */
        outcome: outcomeOf(result?.hit ?? null),
        /** The deciding words of the reply. */
        matched: result?.matched ?? null,
        comment: probe.comment ?? null,
      };
    });
}

function outcomeOf(hit: boolean | null): "met" | "missed" | null {
  if (hit === null) return null;
  return hit ? "met" : "missed";
}

/** The branch that a message came from. */
export function branchOf(message: { readonly branch_id?: string | undefined } | undefined): string {
  return message?.branch_id ?? MAIN_BRANCH;
}

/** The condition of a branch, in its author's words if there are any. */
export function describeBranch({ means, condition }: Branch): string {
  return means ?? describeCondition(condition);
}

function describeCondition(condition: BranchCondition): string {
  switch (condition.type) {
    case "contains_any":
      return `the reply says ${quoteAll(condition.values, "or")}`;
    case "contains_all":
      return `the reply says ${quoteAll(condition.values, "and")}`;
    case "not_contains":
      return `the reply does not say ${quoteAll(condition.values, "or")}`;
    case "regex":
      return `the reply matches ${condition.pattern}`;
    case "hears": {
      const { said = [], asked = [] } = condition;
      const parts = [
        ...(said.length === 0 ? [] : [`says what matches ${quoteAll(said, "or")}`]),
        ...(asked.length === 0 ? [] : [`asks what matches ${quoteAll(asked, "or")}`]),
      ].join(", or ");
      return condition.when === "did" ? `the reply ${parts}` : `no sentence of the reply ${parts}`;
    }
  }
}

export const OTHERWISE_IN_WORDS = "nothing else applies";
export const UNSURE_IN_WORDS = "nobody can say which of them applies";

function quoteAll(values: readonly string[], word: "and" | "or"): string {
  const quoted = values.map((value) => `“${value}”`);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** "Rosa, 54. Daughter and caregiver, seamstress. Cares for: Her mother, 80, frail (3 years)." */
export function describePersona({ persona }: Scenario): string {
  const { name, age, role, care_recipient, care_duration } = persona;
  return `${name}, ${age}. ${role}. Cares for: ${care_recipient} (${care_duration}).`;
}
