import { JSONRepairError, jsonrepair } from "jsonrepair";
import type * as z from "zod";

/** Limit above the length of any real answer. */
const LONGEST_ANSWER = 200_000;
/** Repair time grows with the square of the length. */
const LONGEST_MENDED = 20_000;

/** Returns the answer, or `null` unless the reply is exactly one valid object with each key once. */
export function parseSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
  if (content.length > LONGEST_ANSWER) return null;
  const value = parseJson(content);
  if (value === undefined || hasDuplicateKey(content)) return null;
  return schema.safeParse(value).data ?? null;
}

/**
 * Like `parseSingleObject` after repairing the syntax: a fence around the object, a trailing comma, an unclosed
 * bracket.
 * It never extracts part of a reply: several objects, or text before an object, stay invalid. Long answers are not
 * repaired.
 */
export function repairSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
  if (content.length > LONGEST_MENDED) return null;
  const text = content.trim();
  if (!text.startsWith("{") && !text.startsWith("```")) return null;
  try {
    return parseSingleObject(jsonrepair(text), schema);
  } catch (error) {
    // On some damaged input the repair overflows the stack.
    if (error instanceof JSONRepairError || error instanceof RangeError) return null;
    throw error;
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A string with the colon that makes it a key, or a bracket. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs;

/**
 * Whether an object in a valid JSON text has a duplicate key, in any spelling: `JSON.parse` silently keeps the last.
 */
export function hasDuplicateKey(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, string, colon] of json.matchAll(TOKENS)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (string !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key = String(JSON.parse(string));
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}
