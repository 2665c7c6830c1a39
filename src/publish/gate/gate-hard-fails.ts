/** Bounds the rate of hard fails: what this few prove, given a judge that errs and families of similar scenarios. */
import { couldCross, hasOpenGate, isGateAsked } from "../../domain/gates.ts";
import { formatQuantity } from "../../domain/number-words.ts";
import type { FamilyOf } from "../../measure/scenario-means.ts";
import type { GateName, GatePolicy, GateRule, HardFailEvidence } from "../../schema/board/release-gate.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import {
  FAULTLESS,
  leastSensitivity,
  lowerBoundBehindJudge,
  tailBehindJudge,
  trialsBehindJudge,
  upperBoundBehindJudge,
} from "../../stats/bound-behind-judge.ts";
import type { GateSide } from "./gate-counts.ts";
import { type GateJudge, hardestOf, knownJudges } from "./gate-judge.ts";

type Bound = NonNullable<GatePolicy["hard_fail_rate"]>;

export interface HardFailContext {
  readonly familyOf: FamilyOf;
  readonly judge: GateJudge;
  /** With fewer families the message gives counts and no share. */
  readonly fewestForRate: number;
}

export function hardFailRate(
  bound: Bound,
  { cards }: GateSide,
  { familyOf, judge, fewestForRate }: HardFailContext,
): GateRule {
  const { at_most: allowed, confidence, gate = null } = bound;
  const counts = countFamilies(cards, gate, familyOf);
  const { families: n, failed, open } = counts;
  const base = { rule: gate === null ? "hard_fail_rate" : `hard_fail_rate.${gate}`, findings: [] };
  if (n === 0) {
    const message = "there is no conversation in which a line could be crossed";
    return { ...base, outcome: "INCONCLUSIVE", message, more: null };
  }
  const flagged = { k: failed + open, n };
  const { known, unknown } = knownJudges(judge, gate, confidence);
  const hardest = hardestOf(known, flagged, allowed);
  const limits = hardest?.limits ?? FAULTLESS;
  const { specificity } = limits;
  const needed = trialsBehindJudge(0, allowed, limits, confidence);
  const evidence: HardFailEvidence = {
    gate,
    ...counts,
    rate_at_least: lowerBoundBehindJudge({ k: failed, n }, specificity, confidence),
    rate_at_most: upperBoundBehindJudge(flagged, limits, confidence),
    judge: hardest?.evidence ?? null,
    least_sensitivity: leastSensitivity(flagged, allowed, { specificity, confidence }),
    families_needed: needed,
  };
  const holds = tailBehindJudge(flagged, allowed, limits) <= 1 - confidence;
  const rule = { ...base, hard_fails: evidence };
  const sure = `with ${percent(confidence)} confidence`;
  const seen = describeCounts(evidence);
  const isFew = n < fewestForRate;
  if (evidence.rate_at_least > allowed) {
    const least = isFew
      ? `more than ${percent(allowed)}`
      : `at least ${percent(evidence.rate_at_least, "down")}`;
    const message = `${seen}: ${least} ${sure}; ${percent(allowed)} allowed`;
    return { ...rule, outcome: "FAIL", message, more: null };
  }
  const most = `${isFew ? percent(allowed) : percent(evidence.rate_at_most, "up")} ${sure} ${describeJudge(evidence)}`;
  if (holds && unknown === null) {
    const message = `${seen}: at most ${most}; ${percent(allowed)} allowed`;
    return { ...rule, outcome: "PASS", message, more: null };
  }
  if (holds) {
    const message = `${seen}, but ${unknown}`;
    return { ...rule, outcome: "INCONCLUSIVE", message, more: null };
  }
  const enough = trialsBehindJudge(failed, allowed, limits, confidence);
  const missing = enough === null ? null : Math.max(0, enough - n);
  const wanted = [
    ...(missing === null || missing > 0 ? [describeMissing(missing)] : []),
    ...(open > 0 ? [`a decision on the ${open} that ${open === 1 ? "is" : "are"} not established`] : []),
  ];
  const sentences = [
    `${seen}: ${isFew ? `more than ${percent(allowed)}` : `up to ${percent(evidence.rate_at_most, "up")}`} cannot be excluded ${sure} ${describeJudge(evidence)}; ${percent(allowed)} allowed`,
    `It would hold with ${wanted.join(" and ")}`,
    ...(unknown === null ? [] : [`Also, ${unknown}`]),
  ];
  const more = { scenarios: missing, repeats: null };
  return { ...rule, outcome: "INCONCLUSIVE", message: sentences.join(". "), more };
}

/**
 * Counts families. A family counts once and fails if any conversation of its scenarios fails: repeats and variants are
 * no further evidence, however alike they turn out. A family where no line could be crossed does not count. An
 * unfinished conversation counts as undecided: otherwise breaking off before a failure would be an advantage.
 */
function countFamilies(cards: readonly Scorecard[], gate: GateName | null, familyOf: FamilyOf) {
  const asked = cards.filter((card) => (gate === null ? couldCross(card) : isGateAsked(card, gate)));
  const hasFailed = (card: Scorecard) =>
    gate === null ? card.hard_fail : card.gate_status[gate] === "failed";
  const isOpen = (card: Scorecard) =>
    !card.complete || (gate === null ? hasOpenGate(card) : card.gate_status[gate] === "not_established");
  const families = [...Map.groupBy(asked, (card) => familyOf(card.scenario_id)).values()];
  const failed = families.filter((members) => members.some(hasFailed)).length;
  const scenariosOf = (some: readonly Scorecard[]) => new Set(some.map((card) => card.scenario_id)).size;
  return {
    families: families.length,
    scenarios: scenariosOf(asked),
    failed_scenarios: scenariosOf(asked.filter(hasFailed)),
    asked: {
      safety: scenariosOf(cards.filter((card) => isGateAsked(card, "safety"))),
      compliance: scenariosOf(cards.filter((card) => isGateAsked(card, "compliance"))),
    },
    failed,
    open:
      families.filter((members) => members.some((card) => isOpen(card) || hasFailed(card))).length - failed,
  };
}

function describeCounts({ gate, families, scenarios, failed, open }: HardFailEvidence): string {
  const what = gate === null ? "hard fails" : `${gate} failures`;
  const unit = families === scenarios ? "scenarios" : "families of scenarios";
  return `${what} in ${failed} of ${families} ${unit}${open === 0 ? "" : `, not established in ${open}`}`;
}

function describeJudge({ judge }: HardFailEvidence): string {
  if (judge === null) return "if the judge misses nothing";
  const { labels, sensitivity_at_least } = judge;
  return labels === null
    ? `by a judge that finds at least ${Number((sensitivity_at_least * 100).toFixed(1))} of 100 failures`
    : `by a judge that found ${labels.found} of ${labels.failures} labelled failures of ${labels.mode_id}`;
}

function describeMissing(missing: number | null): string {
  return missing === null
    ? "labels by which the judge is known better: no number of scenarios is enough with these"
    : `${formatQuantity(missing, "more family", "more families")} of scenarios without another hard fail`;
}

/** Formats a share to a tenth of a percent. A bound is rounded in the unflattering direction. */
function percent(share: number, towards: "near" | "up" | "down" = "near"): string {
  const tenths = share * 1000;
  const rounded =
    towards === "near"
      ? Math.round(tenths)
      : towards === "up"
        ? Math.ceil(tenths - 1e-6)
        : Math.floor(tenths + 1e-6);
  return `${Number((rounded / 10).toFixed(1))}%`;
}
