import type { CueMark } from "../../../src/site/pages/describe-script.ts";

/** Shorter ones stand in many a sentence by chance. */
const SHORTEST = 12;

/**
 * Where the words of a cue stand in the caregiver's message. An author describes a cue, often in its own words: what of the
 * description is there word for word is the cue, and where nothing is nobody guesses.
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

/** The description as a whole, what stands in quotation marks, and its clauses. */
function piecesOf(cue: string): readonly string[] {
  const quoted = [...cue.matchAll(/(?:^|[\s(:])'([^']+(?:'[a-z]+[^']*)*)'(?=$|[\s.,;:)])|"([^"]+)"/g)].map(
    ([, single, double]) => single ?? double ?? "",
  );
  return [...new Set([...quoted, ...cue.split(/[;:,.]| and (?=says)/)].map((piece) => piece.trim()))].filter(
    (piece) => piece.length >= SHORTEST,
  );
}

/** One character for one, so that places stay the same. */
function plain(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
