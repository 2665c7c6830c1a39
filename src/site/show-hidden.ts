import { makeVisible } from "../domain/visible-text.ts";

/** Quote offsets count this text's characters, so it stays unchanged; the page shows its hidden characters. */
const AS_SAID = "content";

/**
 * Makes invisible characters visible in every name, title, quote and rule of a chunk. Controls, bidi and zero-width
 * characters appear by number, such as ⟦U+202E⟧.
 */
export function showHidden<Chunk extends object>(chunk: Chunk): Chunk {
  // Strings stay strings and other values are unchanged, so the shape is the same.
  return shown(chunk) as Chunk;
}

/** Returns values without hidden characters as they are: copying nearly everything would double the memory. */
function shown(value: unknown): unknown {
  if (typeof value === "string") return makeVisible(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value.map(shown);
    return parts.some((part, at) => part !== value[at]) ? parts : value;
  }
  // Any object may be read by its own keys.
  const whole = value as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | null = null;
  for (const key of Object.keys(whole)) {
    const part = whole[key];
    const after = key === AS_SAID ? part : shown(part);
    if (after !== part) changed = { ...(changed ?? whole), [key]: after };
  }
  return changed ?? value;
}
