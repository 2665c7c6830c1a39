/** Fits text into the columns of a terminal. */

// Characters of one column each that never combine. They cover almost every text, and are faster to test than the code
// below.
const NARROW = /^[\x20-\x7E\xA0-\xAC\xAE-\u02FF\u2010-\u2027\u2030-\u203B\u2500-\u257F\u2713\u2715]*$/;
// Functions, because compiling the set of all emoji takes as long as the rest of a short command.
const graphemesOf = (text: string) => new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
const isEmoji = (grapheme: string) => /^\p{RGI_Emoji}$|^\p{Emoji_Presentation}/v.test(grapheme);
// Ideographs, kana, Hangul and the full-width forms, as in East Asian Width.
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18AFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]/u;
const INVISIBLE = /^[\p{M}\p{Cc}\p{Cf}\p{DI}]+$/v;

/** Number of terminal columns that a line of text takes. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += graphemeWidth(segment);
  return columns;
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return isEmoji(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** Breaks one line between words; a word wider than the line stays whole. */
export function breakLine(line: string, width: number, widthOf = displayWidth): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const lines: string[] = [];
  const [first = "", ...words] = line.split(" ");
  let current = first;
  for (const word of words) {
    const longer = `${current} ${word}`;
    if (widthOf(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** Wraps text to a width and keeps the margin of each line. @param isKept lines that stay whole because readers copy them */
export function fitText(text: string, width: number, isKept: (line: string) => boolean): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (displayWidth(line) <= width || isKept(line)) return [line];
      const [margin = ""] = /^ */.exec(line) ?? [];
      return breakLine(line.slice(margin.length), width - margin.length).map((part) => margin + part);
    })
    .join("\n");
}
