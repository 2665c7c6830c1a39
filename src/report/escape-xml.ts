import { stripTerminal } from "./strip-terminal.ts";

const REFUSED_BY_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text from outside as an XML 1.0 text node or quoted attribute value. */
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
