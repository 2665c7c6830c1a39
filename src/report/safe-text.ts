/* biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are the characters to remove. */
import { makeVisible } from "../domain/visible-text.ts";

// CSI and its 8-bit form; then terminated strings (OSC, DCS, SOS, PM, APC); then any other escape. An unterminated
// string loses only its introducer, so that it cannot hide the text after it.
const ESCAPES =
  /(?:\x1B\[|\x9B)[\x30-\x3F]*[\x20-\x2F]*[\x40-\x7E]|(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])[^\x07\x1B\x90\x98\x9C-\x9F]*(?:\x07|\x1B\\|\x9C)|\x1B[\x20-\x2F]*[\x30-\x7E]/g;
const CONTROLS = /[\x00-\x08\x0B-\x1F\x7F-\x9F]/g;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes terminal escapes, control characters (except line feed and tab) and bidi controls. */
export function stripTerminal(text: string): string {
  return text.replace(ESCAPES, "").replace(CONTROLS, "").replace(BIDI, "");
}

/** Escapes outside text as one line of Markdown that displays literally, also inside a table. */
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

const REFUSED_BY_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes outside text as an XML 1.0 text node or quoted attribute value. */
export function escapeXml(text: string): string {
  return stripTerminal(text)
    .replace(REFUSED_BY_XML, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#10;")
    .replace(/\t/g, "&#9;");
}
