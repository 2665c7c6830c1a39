/** Limits the number of conversations where an author's autofail may fire. */
import { conversationName } from "../../domain/keys.ts";
import type { GatePolicy, GateRule } from "../../schema/board/release-gate.ts";
import type { GateSide } from "./gate-counts.ts";

const NAMED_AT_MOST = 3;

/**
 * Fails if more fire than allowed. Criteria without a question or an answer, and conversations that broke off, leave
 * the rule undecided.
 */
export function autofails(
  { at_most: most }: NonNullable<GatePolicy["autofails"]>,
  { cards, incomplete }: GateSide,
): GateRule {
  const asked = cards.filter(({ scorers: { rubric } }) => rubric !== null && rubric.autofail_criteria > 0);
  const fired = asked.filter(({ scorers }) => scorers.rubric?.autofail === true);
  const open = asked.filter(({ complete, scorers }) => complete && scorers.rubric?.autofail === null).length;
  const base = { rule: "autofails", more: null, findings: [] };
  const counted = `${fired.length} of ${asked.length} conversations; at most ${most} allowed`;
  if (fired.length > most)
    return { ...base, outcome: "FAIL", message: `${counted}: ${namesOf(fired).join(", ")}` };
  const reasons = [
    ...(asked.length === 0 ? ["the scan asked no autofail criterion (`rubric`)"] : []),
    ...(open > 0 ? [`${open} are undecided`] : []),
    ...(incomplete > 0 ? [`${incomplete} conversations are incomplete`] : []),
  ];
  if (reasons.length > 0)
    return { ...base, outcome: "INCONCLUSIVE", message: `${counted}, but ${reasons.join(" and ")}` };
  return { ...base, outcome: "PASS", message: counted };
}

/** Formats names such as "safety_crisis_bank_001.r1 (t4.main.af_grief)". */
function namesOf(fired: GateSide["cards"]): readonly string[] {
  const names = fired.slice(0, NAMED_AT_MOST).map(({ scenario_id, repeat, scorers }) => {
    const criteria = (scorers.rubric?.fired ?? []).map(({ question_id }) => question_id);
    const which = criteria.length === 0 ? "" : ` (${criteria.join(", ")})`;
    return `${conversationName(scenario_id, repeat)}${which}`;
  });
  return fired.length > NAMED_AT_MOST ? [...names, `${fired.length - NAMED_AT_MOST} more`] : names;
}
