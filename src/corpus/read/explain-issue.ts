import type * as z from "zod";
import { assertNever } from "../../kernel/errors.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { Problem } from "../problem.ts";
import { childValue, type ObjectSchemaAt, type SchemaIssue, schemaAt } from "./schema-issues.ts";
import type { SourceFile, SourceLocation } from "./source-file.ts";
import type { SourcePath } from "./source-node.ts";

/** Explains one schema issue of a file to a person: one problem for each mistake in it. */
export function explainIssue(
  source: SourceFile,
  schema: z.core.$ZodType,
  issue: SchemaIssue,
): readonly Problem[] {
  const path = pathOf(issue);
  const value = path.reduce<unknown>(childValue, source.value);
  const problem = (
    code: string,
    location: SourceLocation,
    message: string,
    suggestion?: string,
  ): Problem => ({
    severity: "error",
    code,
    file: source.file,
    line: location.line,
    column: location.column,
    message,
    excerpt: location.text,
    ...(suggestion === undefined ? {} : { suggestion }),
  });

  if (issue.code === "unrecognized_keys") {
    const known = schemaAt(schema, source.value, path);
    return issue.keys.map((key) =>
      problem(
        "unknown-key",
        source.locateKey([...path, key]),
        `unknown key "${key}"${where(known)}`,
        quote(nearestKey(key, known, value)),
      ),
    );
  }
  if (issue.code === "custom") return [problem("inconsistent", source.locate(path), issue.message)];
  const key = path.at(-1);
  if (issue.code === "invalid_key") {
    return [
      problem(
        "bad-key",
        source.locateKey(path),
        `the key "${key}" is not allowed: ${describeExpected(issue)}`,
      ),
    ];
  }
  if (value === undefined && typeof key === "string") {
    const parent = path.slice(0, -1);
    // Validation stops at an object without its discriminator, so a misspelt one is found here.
    const misspelt = issue.code === "invalid_union" ? nearestName(key, keysAt(source, parent)) : undefined;
    if (misspelt !== undefined) {
      const location = source.locateKey([...parent, misspelt]);
      return [problem("unknown-key", location, `unknown key "${misspelt}"`, quote(key))];
    }
    const known = schemaAt(schema, source.value, parent);
    return [problem("missing-key", source.locate(parent), `the key "${key}" is missing${where(known)}`)];
  }
  if (issue.code === "invalid_format") {
    return [
      problem("bad-format", source.locate(path), `${describeValue(value)}: ${describeExpected(issue)}`),
    ];
  }
  const code =
    issue.code === "too_small" || issue.code === "too_big"
      ? "out-of-range"
      : isChoice(issue)
        ? "unknown-value"
        : "wrong-type";
  const message = `expected ${describeExpected(issue)}, found ${describeValue(value)}`;
  return [problem(code, source.locate(path), message, quote(suggestValue(issue, value)))];
}

function keysAt(source: SourceFile, path: SourcePath): readonly string[] {
  return Object.keys(path.reduce<unknown>(childValue, source.value) ?? {});
}

function where(known: ObjectSchemaAt | null): string {
  return known?.where === undefined ? "" : ` where "${known.where.key}" is "${known.where.value}"`;
}

function quote(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `"${name}"`;
}

/** Prefers a key that is not present yet. */
function nearestKey(key: string, known: ObjectSchemaAt | null, object: unknown): string | undefined {
  if (known === null) return undefined;
  const absent = known.keys.filter((candidate) => childValue(object, candidate) === undefined);
  return nearestName(key, absent) ?? nearestName(key, known.keys);
}

function isChoice(issue: SchemaIssue): boolean {
  return issue.code === "invalid_value" || (issue.code === "invalid_union" && choicesOf(issue).length > 0);
}

function suggestValue(issue: SchemaIssue, value: unknown): string | undefined {
  if (typeof value === "string") return nearestName(value, choicesOf(issue));
  const isWantedAsText = issue.code === "invalid_type" && issue.expected === "string";
  // YAML reads 1.0 and yes-or-no words as numbers and booleans unless they are quoted.
  return isWantedAsText && (typeof value === "number" || typeof value === "boolean")
    ? String(value)
    : undefined;
}

function choicesOf(issue: SchemaIssue): readonly string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union") return [];
  if ("options" in issue && Array.isArray(issue.options)) return issue.options.map(String);
  return issue.errors.flat().flatMap(choicesOf);
}

/** zod allows symbols in a path; a file has none. */
export function pathOf(issue: SchemaIssue): SourcePath {
  return issue.path.map((step) => (typeof step === "number" ? step : String(step)));
}

const LONGEST = 40;

/** A value as shown in a message: scalars as written, the rest by kind. */
function describeValue(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 2)}…"` : text;
}

/** The value that a schema expected, in an author's words. */
export function describeExpected(issue: SchemaIssue): string {
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
