import type { Scenario } from "../schema/scenario.ts";

/** "Rosa, 54. Daughter and caregiver, seamstress. Cares for: Her mother, 80, frail (3 years)." */
export function describePersona({ persona }: Scenario): string {
  const { name, age, role, care_recipient, care_duration } = persona;
  return `${name}, ${age}. ${role}. Cares for: ${care_recipient} (${care_duration}).`;
}
