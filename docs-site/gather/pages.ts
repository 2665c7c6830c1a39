/** The pages that people wrote, as the site takes them: title and description come from the text itself. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Page {
  /** Where it stands in the repository, or would: relative links are resolved from here. */
  readonly source: string;
  readonly title: string;
  readonly titleInSidebar?: string;
  readonly description: string;
  /** Markdown without its first heading. */
  readonly body: string;
  readonly group: "home" | "tutorials" | "guides" | "reference" | "templates" | "decisions" | "project";
}

/** Pages outside of docs/, by the address they get. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md": "overview",
  "ARCHITECTURE.md": "architecture",
  "CONTRIBUTING.md": "contributing",
  "CODE_OF_CONDUCT.md": "code-of-conduct",
  "SECURITY.md": "security",
  "CHANGELOG.md": "changelog",
  "benchmark/README.md": "corpus",
  "benchmark/BENCHMARK_CARD.md": "benchmark-card",
  "data/recorded/README.md": "recorded-runs",
  "packs/hard/README.md": "packs-hard",
};

/** Folders and files of data that have a page of their own. */
const DATA: Readonly<Record<string, string>> = {
  "benchmark/checks": "checks",
  "benchmark/configs/rules": "rule-sets",
  schemas: "schemas",
  "docs/decisions": "decisions",
};

/** The address of a page below the site's root, without a slash at either end. */
export function slugOf({ source }: Pick<Page, "source">): string {
  if (source === "docs/README.md") return "index";
  const known = ELSEWHERE[source] ?? DATA[source];
  if (known !== undefined) return known;
  const check = /^benchmark\/checks\/(.+)\.yaml$/.exec(source)?.[1];
  if (check !== undefined) return `checks/${check.toLowerCase()}`;
  const ruleSet = /^benchmark\/configs\/rules\/(.+)\.yaml$/.exec(source)?.[1];
  if (ruleSet !== undefined) return `rule-sets/${ruleSet}`;
  const schema = /^schemas\/(.+)\.schema\.json$/.exec(source)?.[1];
  if (schema !== undefined) return `schemas/${schema}`;
  return source
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/\/README$/, "")
    .toLowerCase();
}

export function writtenPages(repository: string): readonly Page[] {
  const below = globSync("docs/**/*.md", { cwd: repository }).map((path) => path.replaceAll("\\", "/"));
  const pages = [...Object.keys(ELSEWHERE), ...below.sort()].map((source) =>
    pageOf(source, readFileSync(join(repository, source), "utf8")),
  );
  const list = (group: Page["group"]) =>
    pages.filter((page) => page.group === group).map((page) => `- [${page.title}](${relativeTo(page)})`);
  return [
    ...pages,
    {
      source: "docs/decisions",
      title: "Decisions",
      titleInSidebar: "All decisions",
      description: "Why it is built this way, one page for each decision.",
      body: `What would puzzle a newcomer has a page: context, decision, consequences, alternatives.\n\n${list("decisions").join("\n")}`,
      group: "decisions",
    },
  ];
}

function relativeTo({ source }: Page): string {
  return source.replace(/^docs\//, "");
}

/** A Markdown file: its first heading is the title, and its first paragraph the description. */
export function pageOf(source: string, text: string, group = groupOf(source)): Page {
  const found = /^# (.+)\n/m.exec(text);
  if (found === null) throw new Error(`${source} has no first heading.`);
  const body = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
  const paragraph =
    body.split("\n\n").find((part) => /^[\p{L}*`[]/u.test(part) && !part.startsWith("```")) ?? "";
  const description = plain(paragraph).slice(0, 300);
  const label = IN_SIDEBAR[source];
  const inSidebar = label === undefined ? {} : { titleInSidebar: label };
  return { source, title: plain(found[1] ?? ""), ...inSidebar, description, body, group };
}

/** Where the title says too little or too much among others. */
const IN_SIDEBAR: Readonly<Record<string, string>> = {
  "docs/README.md": "Home",
  "README.md": "The README",
  "data/recorded/README.md": "Two recorded runs",
  "packs/hard/README.md": "The pack hard",
  "docs/import-export.md": "Import and export",
  "docs/product-endpoints.md": "Your own endpoint",
  "docs/library.md": "From code",
  "docs/tutorials/README.md": "Before you begin",
  "docs/viewer.md": "The viewer",
  "docs/find.md": "Find a sentence",
};

function groupOf(source: string): Page["group"] {
  if (source === "docs/README.md") return "home";
  if (source.startsWith("docs/tutorials/")) return "tutorials";
  if (source.startsWith("docs/templates/")) return "templates";
  if (source.startsWith("docs/decisions/")) return "decisions";
  return source.startsWith("docs/") ? "guides" : "project";
}

/** Markdown's marks taken away. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
