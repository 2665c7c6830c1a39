import { editDistance } from "../text/match/fuzzy-match.ts";

/** The known name a misspelt one was most likely meant to be, or `undefined` when none is close. */
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
