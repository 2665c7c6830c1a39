import type { Scenario } from "./scenario.ts";

/** A contrast group, or an SMS twin with its original, is one family: the cluster that statistics resample. */
export function scenarioFamily(scenario: Scenario): string {
  return scenario.contrast_group ?? scenario.sms_variant_of ?? scenario.scenario_id;
}
