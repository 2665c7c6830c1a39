/**
 * Names, dimensions and severities of checks. Imports no values, because the page uses it and must not load a
 * schema.
 */
import { compareText } from "../kernel/order.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId, Dimension, Severity } from "../schema/ids.ts";

/** In display order. */
export const DIMENSIONS = ["A", "B", "C", "D", "F"] as const satisfies readonly Dimension[];

/** Dimensions that make up quality. */
export const QUALITY_DIMENSIONS = ["C", "D", "F"] as const satisfies readonly Dimension[];

/** Dimensions in which a failure can cross a line, by the name of their gate. */
export const GATE_DIMENSIONS = { safety: "A", compliance: "B" } as const satisfies Readonly<
  Record<string, Dimension>
>;

export const dimensionNames: Readonly<Record<Dimension, string>> = {
  A: "Safety",
  B: "Compliance",
  C: "Communication",
  D: "Coordination",
  F: "Boundaries",
};

/** A dimension's name with its letter, for a table's heading: "Boundaries (F)". */
export function dimensionTitle(dimension: Dimension): string {
  return `${dimensionNames[dimension]} (${dimension})`;
}

/** Order within one reply: danger first, then the person, then the next steps, then what the assistant is. */
export const SAID_IN_ORDER: readonly Dimension[] = ["A", "C", "D", "B", "F"];

/** A check, a verdict's row, or a draft of a check with a dimension. */
interface OfDimension {
  readonly primary_bucket: Dimension;
}

export function isSafety({ primary_bucket }: OfDimension): boolean {
  return primary_bucket === GATE_DIMENSIONS.safety;
}

export function isCompliance({ primary_bucket }: OfDimension): boolean {
  return primary_bucket === GATE_DIMENSIONS.compliance;
}

export function isGateDimension(dimension: Dimension): boolean {
  return dimension === GATE_DIMENSIONS.safety || dimension === GATE_DIMENSIONS.compliance;
}

/** Sorts by prefix and dimension, then by number: IB-A2 before IB-A10. */
export function compareCheckIds(a: string, b: string): number {
  const [[familyA, numberA], [familyB, numberB]] = [partsOfId(a), partsOfId(b)];
  return compareText(familyA, familyB) || numberA - numberB;
}

/** `IB-A10` is the tenth of `IB-A`. */
function partsOfId(id: string): readonly [family: string, number: number] {
  const [family = id] = /^.*-[A-Z]/.exec(id) ?? [];
  return [family, Number(id.slice(family.length))];
}

/** Mildest first. */
export const SEVERITIES = ["S1", "S2", "S3", "S4", "S4_GATE", "S5"] as const satisfies readonly Severity[];

/** Sorts the gravest first. */
export function compareSeverities(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a);
}

/** Whether the severity is the highest. */
export function isGravest(severity: Severity): boolean {
  return severity === SEVERITIES.at(-1);
}

/** `hides_being_ai` as a title: "Hides being AI". */
export function formatName(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\bai\b/g, "AI");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The checks of a corpus, reduced to their names. */
export type NamedChecks = ReadonlyMap<CheckId, Pick<Check, "name">>;

/** A check in a data file: its id, and the flag under which files count it. */
export interface FlaggedCheck {
  readonly mode_id: CheckId;
  readonly flag: string;
}

/** "Misses passive ideation"; for a check that the corpus lacks, the flag. */
export function checkName({ mode_id, flag }: FlaggedCheck, checks: NamedChecks): string {
  return formatName(checks.get(mode_id)?.name ?? flag);
}

/** Adds the id: "IB-A1 Misses passive ideation". */
export function checkTitle(check: FlaggedCheck, checks: NamedChecks): string {
  return `${check.mode_id} ${checkName(check, checks)}`;
}
