/** In characters. In a file of its own, so that a page can check the limits without loading schemas. */
export const LONGEST_QUOTE = 5_000;
export const LONGEST_NOTE = 5_000;
