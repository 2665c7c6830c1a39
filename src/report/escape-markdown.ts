import { makeVisible } from "./hidden-characters.ts";

/** Text from outside as one line of Markdown that shows as itself, also inside a table. */
export function escapeMarkdown(text: string): string {
  return makeVisible(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]|~#!]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}&#46;`);
}
