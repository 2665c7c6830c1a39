import { createHash } from "node:crypto";
import { bundleMarkup, dateName, PAGE_NAME } from "../schema/site-paths.ts";

const CHARSET = /<meta charset="utf-8"\s*\/?>/i;
const TITLE = /<title>[^<]*<\/title>/;
const ROBOTS = /<meta name="robots"[^>]*>\s*/;
const NOSCRIPT = /<noscript>([^<]*)<\/noscript>/;
const SCRIPT = /<script\b[^>]*\btype="module"[^>]*\bsrc="\.\/([^"]+)"[^>]*><\/script>/;
const STYLE = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="\.\/([^"]+)"[^>]*>/;

/** A compressed bundle of a mailed report. */
export interface PackedBundle {
  readonly prefix: string;
  readonly base64: string;
}

/**
 * The built page for a server that sends no policy of its own.
 * @param head its title and description
 * @param essential its content without a script
 */
export function servedPage(files: ReadonlyMap<string, Buffer>, head: string, essential: string): string {
  return withPolicy(withEssential(textOf(files, PAGE_NAME), essential), SERVED_POLICY)
    .replace(ROBOTS, "")
    .replace(TITLE, () => head);
}

/** The built page, its script, its style and its data as one file. */
export function standalonePage(
  files: ReadonlyMap<string, Buffer>,
  bundles: readonly PackedBundle[],
  madeAt: string | null,
  essential: string,
): string {
  const index = textOf(files, PAGE_NAME);
  const scriptPath = SCRIPT.exec(index)?.[1];
  const stylePath = STYLE.exec(index)?.[1];
  if (scriptPath === undefined || stylePath === undefined) {
    throw new Error("the built page names no script or no style sheet");
  }
  // An inline script ends at the first `</script`, even inside a string.
  const script = textOf(files, scriptPath).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const style = textOf(files, stylePath);
  const policy = contentPolicy({ scripts: hashed(script), styles: hashed(style), connects: "'none'" });
  const data = bundles.map(
    ({ prefix, base64 }) =>
      `<script type="${bundleMarkup.type}" ${bundleMarkup.attribute}="${prefix}">${base64}</script>\n`,
  );
  const body = `${data.join("")}<script type="module">${script}</script>\n</body>`;
  return withPolicy(withEssential(index, essential), policy)
    .replace(SCRIPT, "")
    .replace(STYLE, () => `<style>${style}</style>`)
    .replace(CHARSET, (charset) => (madeAt === null ? charset : `${charset}\n    ${dateMarkup(madeAt)}`))
    .replace("</body>", () => body);
}

/** @param essential markup */
function withEssential(html: string, essential: string): string {
  return html.replace(NOSCRIPT, (_, said: string) => `<noscript>${essential}<p>${said}</p></noscript>`);
}

function dateMarkup(madeAt: string): string {
  return `<meta name="${dateName}" content="${madeAt}" />`;
}

function withPolicy(html: string, policy: string): string {
  const meta = `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return html.replace(CHARSET, () => meta);
}

function hashed(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

function textOf(files: ReadonlyMap<string, Buffer>, path: string): string {
  const file = files.get(path);
  if (file === undefined) throw new Error(`the built page lacks ${path}`);
  return file.toString("utf8");
}

/** The page's content policy: it loads only from its own origin. */
function contentPolicy(allowed: {
  readonly scripts: string;
  readonly styles: string;
  /** A standalone file has no server to connect to. */
  readonly connects: "'self'" | "'none'";
}): string {
  return [
    "default-src 'none'",
    `script-src ${allowed.scripts}`,
    `style-src ${allowed.styles}`,
    "img-src 'self' data:",
    `connect-src ${allowed.connects}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The policy of the served page, for our server and any other. */
export const SERVED_POLICY = contentPolicy({
  scripts: "'self'",
  styles: "'self'",
  connects: "'self'",
});
