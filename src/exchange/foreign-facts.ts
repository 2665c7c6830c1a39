/** Parses other data of tools: times in many spellings, and metadata of any shape. */
import type { ForeignMetadata } from "./foreign-conversation.ts";

/** Matches a time without a zone; Langfuse and pandas omit the T. */
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)$/;
const LOOKS_LIKE_A_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;
/** Larger numbers are milliseconds, smaller ones seconds: 1973 in milliseconds is 5138 in seconds. */
const FIRST_MILLISECONDS = 1e11;
const FIRST_MICROSECONDS = 1e14;
const FIRST_NANOSECONDS = 1e17;

/** Returns a time as ISO 8601 in UTC, or `null` for anything else. A time without a zone counts as UTC; a number counts from 1970. */
export function isoTime(value: unknown): string | null {
  const ms = timeMs(value);
  return ms === null ? null : new Date(ms).toISOString();
}

function timeMs(value: unknown): number | null {
  if (value instanceof Date) return validMs(value.getTime());
  if (typeof value === "bigint" || typeof value === "number") return validMs(epochMs(Number(value)));
  if (typeof value !== "string") return null;
  if (/^\d{9,19}(\.\d+)?$/.test(value)) return validMs(epochMs(Number(value)));
  if (!LOOKS_LIKE_A_TIME.test(value)) return null;
  const [, day, time] = WITHOUT_ZONE.exec(value) ?? [];
  return validMs(Date.parse(day === undefined ? value : `${day}T${time}Z`));
}

function epochMs(count: number): number {
  if (count < FIRST_MILLISECONDS) return count * 1000;
  if (count < FIRST_MICROSECONDS) return count;
  return count < FIRST_NANOSECONDS ? count / 1e3 : count / 1e6;
}

const LAST_MS = Date.UTC(9999, 11, 31);

function validMs(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 && ms <= LAST_MS ? Math.floor(ms) : null;
}

/** Returns the first value that is a time. */
export function firstTime(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const time = isoTime(value);
    if (time !== null) return time;
  }
  return null;
}

/** Maximum recursion depth for records. No tool nests its logs deeper. */
export const MOST_NESTED = 200;

/** Whether lists and objects are nested deeper than any tool does it. */
export function isNestedTooDeep(value: unknown, levelsLeft = MOST_NESTED): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levelsLeft === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isNestedTooDeep(member, levelsLeft - 1));
}

/** Flattens metadata: nested values get dotted keys, a list becomes JSON, a time ISO 8601. Omits null. */
export function flatMetadata(value: unknown, prefix = ""): ForeignMetadata {
  if (!isObject(value)) return {};
  const flat: Record<string, string | number | boolean> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = `${prefix}${key}`;
    if (typeof member === "string" || typeof member === "boolean") flat[name] = member;
    else if (typeof member === "number") flat[name] = Number.isFinite(member) ? member : String(member);
    else if (typeof member === "bigint") flat[name] = member.toString();
    else if (member instanceof Date) flat[name] = isoTime(member) ?? String(member);
    else if (Array.isArray(member)) flat[name] = JSON.stringify(member);
    else if (isObject(member)) Object.assign(flat, flatMetadata(member, `${name}.`));
  }
  return flat;
}

/** Returns the texts of a list; a text that is a JSON list counts as one. */
export function textsOf(value: unknown): readonly string[] {
  const list = typeof value === "string" ? parsedOr(value, []) : value;
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a list or an object stored as text. Returns `otherwise` for any other text, and for one nested too deep. */
export function parsedOr<Other>(text: string, otherwise: Other): unknown {
  if (!/^\s*[[{]/.test(text)) return otherwise;
  try {
    const parsed: unknown = JSON.parse(text);
    return isNestedTooDeep(parsed) ? otherwise : parsed;
  } catch {
    // A person may start a sentence with a bracket.
    return otherwise;
  }
}

export function without(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

export function pickKeys(
  value: Readonly<Record<string, unknown>>,
  ...keys: readonly string[]
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

/** Returns a non-empty text; `null` for anything else. */
export function textOr(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
