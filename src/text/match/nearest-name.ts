/** Suggests the intended name for a name that does not exist. */
import { editDistance } from "./edit-distance.ts";

/** Returns the known name closest to a misspelt one, or `undefined` if none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let limit = Math.max(1, Math.floor(name.length / 3));
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance > limit) continue;
    nearest = candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return nearest;
}

const NAMES_SHOWN = 3;
/** Shorter parts match almost any name. */
const SHORTEST_PART = 3;
const LONGEST_PART = 100;

/**
 * Returns known names close to a pattern, nearest first: those with a part near the pattern's longest part without a
 * wildcard.
 */
export function namesLike(pattern: string, known: Iterable<string>): readonly string[] {
  const parts = pattern.toLowerCase().split(/[*?]+/);
  const [part = ""] = parts.toSorted((a, b) => b.length - a.length);
  if (part.length < SHORTEST_PART || part.length > LONGEST_PART) return [];
  const limit = Math.max(1, Math.floor(part.length / 4));
  return [...new Set(known)]
    .map((name) => ({ name, distance: distanceToPart(part, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name);
}

/** Fewest insertions, deletions and substitutions that turn a text into any part of another (Sellers 1980). */
function distanceToPart(wanted: string, text: string): number {
  let row = Array.from({ length: wanted.length + 1 }, (_, index) => index);
  let least = wanted.length;
  for (const letter of text) {
    const next = [0];
    for (let index = 1; index <= wanted.length; index++) {
      const changed = (row[index - 1] ?? 0) + Number(wanted[index - 1] !== letter);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
    least = Math.min(least, row[wanted.length] ?? least);
  }
  return least;
}

const EXAMPLES_SHOWN = 5;

/** Formats "a, b and c", or the first few "and 48 more", because long lists are not read. */
export function nameSome(known: Iterable<string>): string {
  const names = [...known];
  if (names.length === 0) return "none";
  const hidden = names.length - EXAMPLES_SHOWN;
  return hidden > 1 ? `${names.slice(0, EXAMPLES_SHOWN).join(", ")} and ${hidden} more` : names.join(", ");
}

/** Question before a hint, with a trailing space; empty if no name is near. */
export function askIfMeant(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop();
  if (last === undefined) return "";
  return `Did you mean ${quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`}? `;
}
