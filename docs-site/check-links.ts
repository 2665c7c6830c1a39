/**
 * Every address inside the built site leads to a page, a file or a heading that is there. Reads what was built, so that it
 * also finds what no Markdown says: the list at the side, the steps to the next page, styles and scripts.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

const built = join(import.meta.dirname, "dist");
const base = (process.env["DOCS_BASE"] ?? "/").replace(/\/?$/, "/");
const pages = globSync("**/*.html", { cwd: built }).map((path) => path.replaceAll("\\", "/"));
const texts = new Map(pages.map((page) => [page, readFileSync(join(built, page), "utf8")]));
const anchors = new Map(
  Array.from(texts, ([page, html]) => [
    page,
    new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => decode(id))),
  ]),
);

const broken: string[] = [];
let seen = 0;
for (const [page, html] of texts) {
  for (const [, attribute = "", raw = ""] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
    const address = decode(raw);
    if (/^(?:[a-z]+:|\/\/)/i.test(address)) {
      // What the page loads must come from the site itself; what a reader may follow need not.
      if (attribute === "src" && !address.startsWith("data:")) broken.push(`${page}: loads ${address}`);
      continue;
    }
    seen += 1;
    const fault = faultOf(page, address);
    if (fault !== undefined) broken.push(`${page}: ${address} ${fault}`);
  }
}
if (broken.length > 0) {
  console.error(broken.slice(0, 100).join("\n"));
  console.error(`\n${broken.length} broken of ${seen} links.`);
  process.exitCode = 1;
} else {
  console.log(`${seen} links inside ${pages.length} pages: none is broken.`);
}

/** What is wrong with a link, if anything. */
function faultOf(page: string, address: string): string | undefined {
  const [path = "", anchor] = address.split("#");
  const target = path === "" ? page : fileOf(page, path.split("?")[0] ?? "");
  if (target === undefined) return "lies outside of the site";
  if (!statSync(join(built, target), { throwIfNoEntry: false })?.isFile()) return "is not there";
  if (anchor === undefined || anchor === "" || anchor === "_top") return undefined;
  return anchors.get(target)?.has(decodeURIComponent(anchor)) ? undefined : "has no such heading";
}

function fileOf(page: string, path: string): string | undefined {
  const place = path.startsWith("/")
    ? path.startsWith(base)
      ? path.slice(base.length)
      : undefined
    : posix.join(posix.dirname(page), path);
  if (place === undefined || place.startsWith("..")) return undefined;
  return place === "" || place.endsWith("/") ? `${place}index.html` : place;
}

function decode(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#38;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
