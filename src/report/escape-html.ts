import { makeVisible } from "./hidden-characters.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from outside as an HTML text node or quoted attribute value; hidden characters are made visible. */
export function escapeHtml(text: string): string {
  return escapeMarkup(makeVisible(text));
}

/** The five characters that mean something to an HTML parser, and nothing else. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
