const CHARACTERS_PER_TOKEN = 4;

/** What a text of so many characters comes to, before anyone has counted. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
