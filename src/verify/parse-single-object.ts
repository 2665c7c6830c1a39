import { JSONRepairError, jsonrepair } from "jsonrepair";
import type * as z from "zod";
import { hasDuplicateKey } from "./has-duplicate-key.ts";

/** The answer, or `null` where the reply is anything but exactly one valid object with each key once. */
export function parseSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
  const value = parseJson(content);
  if (value === undefined || hasDuplicateKey(content)) return null;
  return schema.safeParse(value).data ?? null;
}

/**
 * The same after mending the syntax: a fence around the object, a trailing comma, a bracket left open. Several objects
 * stay several, and text before an object stays text: nothing is ever picked out.
 */
export function repairSingleObject<Answer>(content: string, schema: z.ZodType<Answer>): Answer | null {
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
