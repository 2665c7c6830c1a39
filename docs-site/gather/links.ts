/** Links between files of the repository become links between pages, so that the same Markdown is read here and on GitHub. */
import { posix } from "node:path";

interface Surroundings {
  /** What the site's addresses begin with, ending in a slash. */
  readonly base: string;
  /** The addresses of pages by their place in the repository. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly kindOf: (path: string) => "missing" | "file" | "folder";
}

const IS_PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/;

/**
 * `rewrite` takes a page's Markdown; a link to nothing is an error. What is linked and no page is copied beside the pages:
 * `linkedFiles` says what, and under which name. Code goes as text, which every browser shows.
 */
export function linkRewriter({ base, slugs, kindOf }: Surroundings) {
  const files = new Map<string, string>();

  function target(source: string, link: string): string | undefined {
    const [path = "", anchor] = link.split("#");
    const place = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, "");
    const hash = anchor === undefined ? "" : `#${anchor}`;
    const slug = slugs.get(place) ?? slugs.get(`${place}/README.md`);
    if (slug !== undefined) return `${base}${slug === "index" ? "" : `${slug}/`}${hash}`;
    const kind = kindOf(place);
    if (kind === "missing") throw new Error(`${source} links to ${link}, which is not there.`);
    if (kind === "folder") return undefined;
    const copy = IS_PICTURE.test(place) ? place : `${place}.txt`;
    files.set(place, copy);
    return `${base}files/${copy}`;
  }

  /** `[words](link)`, and `[name]: link` on a line of its own. */
  function rewriteText(text: string, source: string): string {
    const isElsewhere = (link: string) => /^(?:[a-z]+:|#)/.test(link);
    return text
      .replaceAll(
        /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
        (whole, picture: string, label: string, link: string) => {
          if (isElsewhere(link)) return whole;
          const address = target(source, link);
          // A picture may stand inside a link's label.
          const words = label.includes("](") ? rewriteText(label, source) : label;
          return address === undefined ? words : `${picture}[${words}](${address})`;
        },
      )
      .replaceAll(/^\[([^\]\n]+)\]: (\S+)$/gm, (whole, name: string, link: string) =>
        isElsewhere(link) ? whole : `[${name}]: ${target(source, link) ?? base}`,
      );
  }

  return {
    rewrite: (markdown: string, source: string) =>
      changed(markdown, { text: (text) => rewriteText(text, source), fence: titled }),
    linkedFiles: () => [...files],
  };
}

interface Changes {
  readonly text: (text: string) => string;
  readonly fence: (block: string) => string;
}

/** Changes fenced blocks one way and the rest another. Code inside a line is text: no link begins in the middle of one. */
function changed(markdown: string, { text, fence }: Changes): string {
  return markdown
    .split(/^(```[\s\S]*?^```[^\S\n]*)$/m)
    .map((part) => (part.startsWith("```") ? fence(part) : text(part)))
    .join("");
}

/** A block whose first line names a file, as those of tutorials do, shows the name above it. */
function titled(block: string): string {
  return block.replace(/^(```\w+) (\S*[./]\S*)\n/, '$1 title="$2"\n');
}
