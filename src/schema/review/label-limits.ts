/** In characters. By themselves, so that a page that checks them carries no schema. */
export const LONGEST_QUOTE = 5_000;
export const LONGEST_NOTE = 5_000;
