import { makeVisible } from "../domain/visible-text.ts";

/** Offsets of quotes count its characters, so it stays as it was said; the page shows what is hidden in it. */
const AS_SAID = "content";

/**
 * A chunk in which every name, title, quote and rule shows what nobody could see: controls, bidi and zero-width
 * characters by their number, such as ⟦U+202E⟧.
 */
export function showHidden<Chunk extends object>(chunk: Chunk): Chunk {
  // Strings become strings and everything else stays, so the shape is the one that came in.
  return shown(chunk) as Chunk;
}

/** What has nothing hidden in it is given back as it is: nearly everything, and a copy of it all would take as much again. */
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
