import type { HitContext } from "./hit-context.ts";

/** Whether the word at an offset of the hit's sentence was written with a capital. */
export function isCapitalIn({ normalized, sentence }: HitContext): (offset: number) => boolean {
  return (offset) => {
    const start = normalized.starts[sentence.start + offset];
    return start !== undefined && /\p{Lu}/u.test(normalized.original.charAt(start));
  };
}
