/** Whether anybody looked for a check in a conversation. Nobody looked is not the same as no occasion. */
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Why nobody looked for a check in a conversation. */
export type NotLooked = "not_called" | "left_out" | "no_judge" | "broke_off";

/**
 * Why nobody looked; `null` where somebody did, or where the check has no part in the conversation. That no tag calls for a check
 * is an author's word on a scenario. A conversation without a scenario has no author.
 */
export function whyNotLooked({
  scenario_id,
  eligible,
  details,
}: Pick<VerdictRow, "scenario_id" | "eligible"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
}): NotLooked | null {
  if (eligible) return null;
  switch (details.cause) {
    case "not_in_profile":
      return "left_out";
    case "no_judge":
      return "no_judge";
    case "incomplete_transcript":
      return "broke_off";
    case "not_eligible":
      return isImported(scenario_id) ? "not_called" : null;
    default:
      return null;
  }
}

/** Whether a conversation came from outside without a scenario of the corpus. */
export function isImported(scenarioId: string): boolean {
  return scenarioId.startsWith("import_");
}
