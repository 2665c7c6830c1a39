import { makeVisible } from "../report/hidden-characters.ts";

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

function shown(value: unknown): unknown {
  if (typeof value === "string") return makeVisible(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === AS_SAID ? part : shown(part)]),
  );
}
