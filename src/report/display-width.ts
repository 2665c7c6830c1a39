const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const PLAIN = /^[\x20-\x7E]*$/;
const EMOJI = /^\p{RGI_Emoji}$|^\p{Emoji_Presentation}/v;
// Ideographs, kana, Hangul and the full-width forms, as East Asian Width has them.
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18AFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]/u;
const INVISIBLE = /^[\p{M}\p{Cc}\p{Cf}\p{DI}]+$/v;

/** Terminal columns that a line of text takes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += graphemeWidth(segment);
  return columns;
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}
