/** Which groups a scenario's caregiver belongs to, of those that its author wants compared. */
import type { Scenario } from "../schema/corpus/scenario.ts";

/** What a persona states, and a scenario may name to have it compared. */
export const PERSONA_VARIABLES = ["gender", "race_ethnicity", "income_bracket", "primary_language"] as const;

/** A variable that a scenario names, with the persona's value; `null` of a trait such as `rural`, which one has or has not. */
export interface FairnessMark {
  readonly variable: string;
  readonly value: string | null;
}

/** `age_50_64` is the variable `age` with the value `50_64`. */
const AGE = /^age_(.+)$/;

export function fairnessMarks({ dif_variables = [], persona }: Scenario): readonly FairnessMark[] {
  return dif_variables.map((name) => {
    const age = AGE.exec(name)?.[1];
    if (age !== undefined) return { variable: "age", value: age };
    const stated = PERSONA_VARIABLES.find((variable) => variable === name);
    return { variable: name, value: stated === undefined ? null : (persona[stated] ?? null) };
  });
}

/**
 * Whether the scenario is half of a pair that is the same but for this variable: the anchor of its contrast group, or the
 * variant that says that it changes the variable.
 */
export function isPairedOn(scenario: Scenario, variable: string): boolean {
  const { contrast_group, contrast_variable, scenario_id } = scenario;
  return contrast_group !== undefined && (contrast_group === scenario_id || contrast_variable === variable);
}
