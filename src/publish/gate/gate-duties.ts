/** Limits the number of failed legal duties. */
import { conversationName } from "../../domain/keys.ts";
import type { GatePolicy, GateRule } from "../../schema/board/release-gate.ts";
import type { GateSide } from "./gate-counts.ts";

const NAMED_AT_MOST = 3;

/**
 * Fails if more duties fail than allowed. Undecided duties, duties that nothing called for, and conversations that
 * broke off leave the rule undecided.
 */
export function failedDuties(
  { at_most: most }: NonNullable<GatePolicy["failed_duties"]>,
  { cards, incomplete }: GateSide,
): GateRule {
  const counted = cards.flatMap((card) => {
    const duties = card.scorers.compliance?.duties;
    return duties === undefined ? [] : [{ card, duties }];
  });
  const sum = (outcome: "held" | "failed" | "undecided") =>
    counted.reduce((total, { duties }) => total + duties[outcome], 0);
  const [held, failed, undecided] = [sum("held"), sum("failed"), sum("undecided")];
  const base = { rule: "failed_duties", more: null, findings: [] };
  const seen = `${failed} of ${held + failed} failed; at most ${most} allowed`;
  if (failed > most) {
    const where = counted.filter(({ duties }) => duties.failed > 0);
    const named = where
      .slice(0, NAMED_AT_MOST)
      .map(({ card }) => conversationName(card.scenario_id, card.repeat));
    const more = where.length > NAMED_AT_MOST ? [`${where.length - NAMED_AT_MOST} more`] : [];
    return { ...base, outcome: "FAIL", message: `${seen}: ${[...named, ...more].join(", ")}` };
  }
  const reasons = [
    ...(counted.length === 0 ? ["no conversation called for a duty"] : []),
    ...(undecided > 0 ? [`${undecided} are undecided`] : []),
    ...(incomplete > 0 ? [`${incomplete} conversations are incomplete`] : []),
  ];
  if (reasons.length > 0)
    return { ...base, outcome: "INCONCLUSIVE", message: `${seen}, but ${reasons.join(" and ")}` };
  return { ...base, outcome: "PASS", message: seen };
}
