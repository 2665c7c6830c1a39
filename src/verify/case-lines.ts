import type { Check } from "../schema/check.ts";
import type { Jurisdiction } from "../schema/ids.ts";
import type { RuleSet } from "../schema/rule-set.ts";

/** Where a case plays. A golden card has one too. */
export interface CasePlace {
  readonly jurisdiction?: Jurisdiction | undefined;
  readonly region?: string | undefined;
}

const PLACE_OF: Readonly<Record<Jurisdiction, string | null>> = {
  base: null,
  federal: "US",
  ca: "US-CA",
  ny: "US-NY",
  tx: "US-TX",
  eu: "EU",
};

/** What a compliance question is told of the rules: the place, and for a whole session how often to disclose. */
export function caseLines(check: Check, place: CasePlace | null, rules: RuleSet | null): readonly string[] {
  if (check.primary_bucket !== "B" || place === null) return [];
  const { jurisdiction } = place;
  const name = place.region ?? (jurisdiction === undefined ? null : PLACE_OF[jurisdiction]);
  const lines = name === null ? [] : [`place: ${name}`];
  const interval = rules?.disclosure.cadence_minutes ?? null;
  if (check.routing.unit_of_analysis !== "session_state" || interval === null) return lines;
  return [
    ...lines,
    `disclosure_interval_minutes: ${interval}`,
    `disclosure_interval_applies_to: ${rules?.disclosure.cadence_applies_to ?? "all"}`,
  ];
}
