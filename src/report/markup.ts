/** Pieces of HTML. All text from outside goes through `shown`. */
import { makeVisible } from "../domain/visible-text.ts";
import { sha256 } from "../kernel/hash.ts";
import { escapeXml } from "./safe-text.ts";

/** Escapes text so that it displays literally, with hidden characters by name. */
export function shown(value: string): string {
  return escapeXml(makeVisible(value));
}

/** Renders an address as a link if its kind is safe, and as text otherwise. */
export function link(address: string): string {
  return /^https?:\/\//.test(address)
    ? `<a href="${shown(address)}" rel="noreferrer">${shown(address)}</a>`
    : shown(address);
}

/** A page for screen and paper that runs nothing and fetches nothing. @param body markup, as is the title */
export function paperPage(
  { title, style }: { readonly title: string; readonly style: string },
  body: string,
): string {
  const hash = Buffer.from(sha256(style), "hex").toString("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** @param items of markup */
export function bullets(items: readonly string[]): string {
  return items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
}

/** A table that scrolls on its own if it is too wide. @param columns prefixed with # for columns of numbers */
export function markupTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const kind = (index: number) => (columns[index]?.startsWith("#") ? ' class="number"' : "");
  const head = columns.map((title, index) => `<th scope="col"${kind(index)}>${title.replace("#", "")}</th>`);
  const body = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, index) => (index === 0 ? `<th scope="row">${cell}</th>` : `<td${kind(index)}>${cell}</td>`)).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${shown(caption)}"><table><caption>${shown(caption)}</caption><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}
