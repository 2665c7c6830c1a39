import { JSONRepairError, jsonrepair } from "jsonrepair";
import type * as z from "zod";

/** Longer than any question can be answered. */
const LONGEST_ANSWER = 200_000;
/** The time that mending takes grows with the square of the length. */
const LONGEST_MENDED = 20_000;

/** The answer, or `null` where the reply is anything but exactly one valid object with each key once. */
export function parseSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
  if (content.length > LONGEST_ANSWER) return null;
  const value = parseJson(content);
  if (value === undefined || hasDuplicateKey(content)) return null;
  return schema.safeParse(value).data ?? null;
}

/**
 * The same after mending the syntax: a fence around the object, a trailing comma, a bracket left open. Several objects
 * stay several, and text before an object stays text: nothing is ever picked out. A long answer is not mended.
 */
export function repairSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
  if (content.length > LONGEST_MENDED) return null;
  const text = content.trim();
  if (!text.startsWith("{") && !text.startsWith("```")) return null;
  try {
    return parseSingleObject(jsonrepair(text), schema);
  } catch (error) {
    // On some damage the repair calls itself until the stack is full.
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

/** Whether an object in a valid JSON text has a key twice, however spelled: `JSON.parse` keeps the last in silence. */
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
