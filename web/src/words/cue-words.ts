import type { CueMark } from "../../../src/site/pages/describe-script.ts";

/** Shorter pieces occur in many sentences by chance. */
const SHORTEST = 12;

/**
 * Locates a cue in the caregiver's message. An author describes a cue, often in the author's own words. Parts of the
 * description that occur word for word are the cue; without any, it marks nothing.
 */
export function cueSpans(
  cues: readonly Pick<CueMark, "cue">[],
  content: string,
): readonly { readonly start: number; readonly end: number }[] {
  const text = plain(content);
  return cues.flatMap(({ cue }) =>
    cue === null
      ? []
      : piecesOf(plain(cue)).flatMap((piece) => {
          const start = text.indexOf(piece);
          return start === -1 ? [] : [{ start, end: start + piece.length }];
        }),
  );
}

/** Returns the whole description, its quoted parts, and its clauses. */
function piecesOf(cue: string): readonly string[] {
  const quoted = [...cue.matchAll(/(?:^|[\s(:])'([^']+(?:'[a-z]+[^']*)*)'(?=$|[\s.,;:)])|"([^"]+)"/g)].map(
    ([, single, double]) => single ?? double ?? "",
  );
  return [...new Set([...quoted, ...cue.split(/[;:,.]| and (?=says)/)].map((piece) => piece.trim()))].filter(
    (piece) => piece.length >= SHORTEST,
  );
}

/** Replaces character by character, so that offsets stay the same. */
function plain(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
