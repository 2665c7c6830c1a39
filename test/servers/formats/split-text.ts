/** Pieces as a model streams them; none for an empty text. */
export function splitText(text: string): readonly string[] {
  return text.match(/.{1,16}/gsu) ?? [];
}
