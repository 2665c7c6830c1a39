import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { keptStrings } from "../../schema/kept.ts";

/**
 * Replaces every string of a value by its hash, except those that its schema keeps. New fields are therefore redacted
 * by default, and unknown kinds of schema throw.
 */
export function redactBySchema<Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema>,
): z.output<Schema> {
  return schema.parse(redactPart(schema, value));
}

function redactPart(schema: z.core.$ZodType, value: unknown): unknown {
  // The union of all zod schemas: a nested schema does not have this type.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "number":
    case "boolean":
    case "null":
    case "literal":
    case "enum":
      return value;
    case "string":
      return typeof value !== "string" || isKept(schema) ? value : redactText(value);
    case "optional":
    case "nullable":
      return value === undefined || value === null ? value : redactPart(def.innerType, value);
    case "array":
      return asArray(value).map((item) => redactPart(def.element, item));
    case "object":
      return Object.fromEntries(
        Object.entries(asObject(value)).map(([key, member]) => {
          const field = def.shape[key];
          if (field === undefined) throw new Error(`a redaction found "${key}", which no schema knows`);
          return [key, redactPart(field, member)];
        }),
      );
    case "record":
      return Object.fromEntries(
        Object.entries(asObject(value)).map(([key, member]) => [
          redactPart(def.keyType, key),
          redactPart(def.valueType, member),
        ]),
      );
    case "union":
      // A string is redacted if any matching option of the union redacts it.
      return def.options
        .filter((option) => z.safeParse(option, value).success)
        .reduce((redacted, option) => redactPart(option, redacted), value);
    default:
      throw new Error(`a redaction does not know how to walk a schema of the kind "${def.type}"`);
  }
}

const TIMES: ReadonlySet<unknown> = new Set(["date", "time", "datetime", "duration"]);

/** Whether a string cannot hold a person's words: a time, or a string that its schema keeps. */
export function isKept(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  return keptStrings.get(schema) !== undefined || ("format" in def && TIMES.has(def.format));
}

function asArray(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("a redaction found no list where a schema has one");
  return value;
}

function asObject(value: unknown): object {
  if (typeof value !== "object" || value === null)
    throw new Error("a redaction found no object where a schema has one");
  return value;
}

const HASH_DIGITS = 16;
const REDACTED = /^\[redacted sha256:[0-9a-f]{16}, \d+ characters\]$/;

/** The replacement of a text: equal texts stay equal, empty stays empty. Idempotent. */
export function redactText(text: string): string {
  if (text === "" || REDACTED.test(text)) return text;
  return `[redacted sha256:${sha256(text).slice(0, HASH_DIGITS)}, ${text.length} characters]`;
}
