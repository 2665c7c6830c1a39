import { assertNever } from "../kernel/assert-never.ts";
import type { Issue } from "./flatten-issues.ts";

const LONGEST = 40;

/** A value as a message names it: scalars as written, the rest by kind. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 2)}…"` : text;
}

/** What a schema wanted instead, in the words of an author. */
export function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return choice(issue.values.map((value) => describeValue(value)));
    case "invalid_union":
      if (issue.discriminator !== undefined && "options" in issue && Array.isArray(issue.options)) {
        return choice(issue.options.map((option) => describeValue(option)));
      }
      return [...new Set(issue.errors.flat().map(describeExpected))].join(" or ");
    case "too_small":
      return bound("at least", issue.origin, issue.minimum, issue.inclusive ?? true);
    case "too_big":
      return bound("at most", issue.origin, issue.maximum, issue.inclusive ?? true);
    case "invalid_format":
      return issue.format === "date" ? "a date such as 2026-01-31" : issue.message;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_key":
      return issue.issues.map(describeExpected).join(", ");
    case "invalid_element":
    case "unrecognized_keys":
    case "custom":
      return issue.message;
    default:
      return assertNever(issue);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  null: "null",
};

function choice(options: readonly string[]): string {
  return options.length === 1 ? (options[0] ?? "") : `one of ${options.join(", ")}`;
}

function bound(side: string, origin: string, limit: number | bigint, isInclusive: boolean): string {
  if (origin === "string")
    return Number(limit) === 1 ? "text that is not empty" : `${side} ${limit} characters`;
  if (origin === "array") return `${side} ${limit} ${Number(limit) === 1 ? "item" : "items"}`;
  const words = { "at least": "more than", "at most": "less than" }[side] ?? side;
  return `a number ${isInclusive ? side : words} ${limit}`;
}
