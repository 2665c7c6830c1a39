/**
 * Every address inside a built site leads to a page, a file or a heading that is there. What was built is read, and not
 * the Markdown: so the list at the side, the steps to the next page, styles and scripts are looked at too.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

export interface CheckedLinks {
  readonly pages: number;
  readonly links: number;
  /** Each with its page and what is wrong. */
  readonly broken: readonly string[];
}

/** `base` is what the site's own addresses begin with, ending in a slash. */
export function checkLinks(folder: string, base: string): CheckedLinks {
  const pages = globSync("**/*.html", { cwd: folder }).map((path) => path.replaceAll("\\", "/"));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  const anchors = new Map(Array.from(texts, ([page, html]) => [page, anchorsOf(html)]));

  /** What is wrong with a link, if anything. */
  function faultOf(page: string, address: string): string | undefined {
    const [path = "", anchor] = address.split("#");
    const target = path === "" ? page : fileOf(page, path.split("?")[0] ?? "", base);
    if (target === undefined) return "lies outside of the site";
    if (!statSync(join(folder, target), { throwIfNoEntry: false })?.isFile()) return "is not there";
    if (anchor === undefined || anchor === "" || anchor === "_top") return undefined;
    return anchors.get(target)?.has(decodeURIComponent(anchor)) ? undefined : "has no such heading";
  }

  const broken: string[] = [];
  let links = 0;
  for (const [page, html] of texts) {
    for (const [, attribute = "", raw = ""] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
      const address = unescaped(raw);
      const isElsewhere = /^(?:[a-z]+:|\/\/)/i.test(address);
      if (isElsewhere && (attribute === "href" || address.startsWith("data:"))) continue;
      links += 1;
      // What a reader may follow can be elsewhere; what a page loads cannot.
      const fault = isElsewhere ? "is loaded from elsewhere" : faultOf(page, address);
      if (fault !== undefined) broken.push(`${page}: ${address} ${fault}`);
    }
  }
  return { pages: pages.length, links, broken };
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => unescaped(id)));
}

/** The file that answers to a path on a page; none where it leaves the site. */
function fileOf(page: string, path: string, base: string): string | undefined {
  if (path.startsWith("/") && !path.startsWith(base)) return undefined;
  const place = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(page), path);
  if (place.startsWith("..")) return undefined;
  return place === "" || place === "./" || place.endsWith("/") ? posix.join(place, "index.html") : place;
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#38;", "&")
    .replaceAll("&amp;", "&");
}
