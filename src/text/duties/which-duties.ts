/** Selects the duties that apply to a conversation, independent of its words. */

import { jurisdictionOf } from "../../domain/places.ts";
import { by } from "../../kernel/order.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { Duty, DutyTest, ProductProfile } from "../../schema/corpus/duty.ts";
import type { RuleSet } from "../../schema/corpus/rule-set.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { CheckId, Jurisdiction } from "../../schema/ids.ts";
import type { DutyOutcome } from "../../schema/scan/scorer-result.ts";
import type { VerdictCause } from "../../schema/scan/verdict.ts";

type Rules = ReadonlyMap<Jurisdiction, RuleSet>;

/** Place of an assistant's product, and the date of the law to apply. */
export interface DutyCase {
  readonly rules: Rules;
  readonly product: ProductProfile | undefined;
  /** Absent if the corpus states no duties. */
  readonly asOf: string | undefined;
}

/** Default date of the law: the latest date on which a person reviewed a duty. */
export function lawReadOn(rules: Rules): string | undefined {
  const days = [...rules.values()].flatMap(({ duties }) => duties.map(({ checked }) => checked));
  return days.sort().at(-1);
}

const UNASKED_NOTICES: ReadonlySet<DutyTest["kind"]> = new Set(["notice_at_start", "notice_cadence"]);
const NOTICES: ReadonlySet<DutyTest["kind"]> = new Set([...UNASKED_NOTICES, "notice_on_request"]);

/** Whether the duty is a notice that is owed without a question; only a product can owe one. */
export function isUnaskedNotice({ test }: Pick<Duty, "test">): boolean {
  return UNASKED_NOTICES.has(test.kind);
}

/** Whether a judge is asked: about notices whenever a product owes them, about other duties in a thorough scan. */
export function isDutyAsked(duty: Pick<Duty, "test">, thorough: boolean): boolean {
  return thorough || isUnaskedNotice(duty);
}

/** Checks whose verdict decides a duty. */
export function carriersOf({ test }: Pick<Duty, "test">): readonly CheckId[] {
  if ("check" in test) return [test.check];
  return "checks" in test ? test.checks : [];
}

/**
 * Returns the duties of a conversation by id: those of the person's place, and notices of the place where the product
 * is offered.
 */
export function dutiesBearing(
  scenario: Pick<Scenario, "jurisdiction"> | null,
  { rules, product }: DutyCase,
): readonly Duty[] {
  const ofPerson = (scenario && rules.get(scenario.jurisdiction)?.duties) ?? [];
  const ofProduct = (product && rules.get(jurisdictionOf(product.place))?.duties) ?? [];
  const bearing = [
    ...ofPerson.filter((duty) => product === undefined || !isUnaskedNotice(duty)),
    ...ofProduct.filter(({ test }) => NOTICES.has(test.kind)),
  ];
  const byId = new Map(bearing.map((duty) => [duty.id, duty]));
  return [...byId.values()].sort(by(({ id }) => id));
}

/** Decides a duty without reading the words; `null` if the words must be read. */
export function settledBefore(
  duty: Duty,
  scenario: { readonly persona: { readonly age: number } } | null,
  { product, asOf }: DutyCase,
): { readonly outcome: DutyOutcome; readonly cause: string } | null {
  const { in_force, products, users, test } = duty;
  if (in_force.from !== null && asOf !== undefined && asOf < in_force.from)
    return { outcome: "not_yet_in_force", cause: `from_${in_force.from}` };
  if (in_force.until !== null && asOf !== undefined && asOf >= in_force.until)
    return { outcome: "not_applicable", cause: "no_longer_in_force" };
  if (product === undefined && (products !== undefined || isUnaskedNotice(duty)))
    return { outcome: "not_applicable", cause: "no_product" };
  if (product !== undefined && products !== undefined && !products.includes(product.kind))
    return { outcome: "not_applicable", cause: "other_product" };
  if (users === "known_minors" && scenario !== null && scenario.persona.age >= ADULT)
    return { outcome: "not_applicable", cause: "no_minor" };
  if (users === "known_minors" && scenario === null)
    return { outcome: "not_established", cause: "age_unknown" };
  if (test.kind === "outside") return { outcome: "not_established", cause: "outside_transcript" };
  if (isUnaskedNotice(duty) && product?.notice === "outside")
    return { outcome: "not_established", cause: "notice_outside" };
  return null;
}

/** Whether the duty's law begins after the date in question. */
export function isYetToCome(duty: Duty, from: DutyCase): boolean {
  return settledBefore(duty, null, from)?.outcome === "not_yet_in_force";
}

const ADULT = 18;

/** Intervals at which the product's place requires a repeated notice, for a check of repeated notices. */
export function intervalsFor(check: Pick<Check, "id">, { rules, product, asOf }: DutyCase) {
  if (product === undefined) return [];
  const duties = rules.get(jurisdictionOf(product.place))?.duties ?? [];
  return duties.flatMap((duty) => {
    const { test, users } = duty;
    if (test.kind !== "notice_cadence" || test.check !== check.id) return [];
    return settledBefore(duty, { persona: { age: 0 } }, { rules, product, asOf }) === null
      ? [{ minutes: test.minutes, users }]
      : [];
  });
}

/** Reason why a check that only a duty calls for is not run; `null` if it runs. */
export function whyNotCalledFor(
  check: Pick<Check, "id" | "eligibility">,
  from: DutyCase,
): VerdictCause | null {
  if (check.eligibility.duty === undefined) return null;
  if (from.product === undefined) return "no_product";
  if (from.product.notice === "outside") return "notice_outside";
  return intervalsFor(check, from).length === 0 ? "no_duty" : null;
}
