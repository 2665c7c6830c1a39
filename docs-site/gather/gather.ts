/**
 * Gathers what the site shows: the Markdown of the repository as it stands, and references made from the corpus, the
 * schemas and the types. Writes `src/content/docs/`, `public/` and `src/sidebar.json`, none of which is kept in git.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadCorpus } from "../../src/corpus/load-corpus.ts";
import { BASE } from "./base.ts";
import { checkPages } from "./check-pages.ts";
import { libraryPages } from "./library-pages.ts";
import { linkRewriter } from "./links.ts";
import { type Page, slugOf, writtenPages } from "./pages.ts";
import { ruleSetPages } from "./rule-set-pages.ts";
import { schemaPages } from "./schema-pages.ts";
import { sidebar } from "./sidebar.ts";

const site = join(import.meta.dirname, "..");
const repository = join(site, "..");
const content = join(site, "src/content/docs");
const files = join(site, "public/files");

const corpus = await loadCorpus(join(repository, "benchmark"));
const pages: readonly Page[] = [
  ...writtenPages(repository),
  ...checkPages(corpus),
  ...ruleSetPages(corpus),
  ...schemaPages(join(repository, "schemas")),
  ...libraryPages(repository),
];

// What an earlier build rendered is not taken again: settings are no part of what it is found by.
for (const made of [content, join(site, "public"), join(site, "node_modules/.astro")]) {
  rmSync(made, { recursive: true, force: true });
}

const slugs = new Map(pages.map((page) => [page.source, slugOf(page)]));
const { rewrite, linkedFiles } = linkRewriter({
  base: BASE,
  slugs,
  kindOf: (path) => {
    const found = statSync(join(repository, path), { throwIfNoEntry: false });
    return found === undefined ? "missing" : found.isDirectory() ? "folder" : "file";
  },
});
for (const page of pages) {
  const path = join(content, `${slugOf(page)}.md`);
  const frontmatter = {
    title: page.title,
    description: page.description,
    ...(page.source === "docs/README.md" ? { tableOfContents: false } : {}),
    ...(page.titleInSidebar === undefined ? {} : { sidebar: { label: page.titleInSidebar } }),
  };
  mkdirSync(dirname(path), { recursive: true });
  // JSON is YAML.
  writeFileSync(path, `---\n${JSON.stringify(frontmatter)}\n---\n\n${rewrite(page.body, page.source)}\n`);
}
for (const [path, copy] of linkedFiles()) {
  mkdirSync(dirname(join(files, copy)), { recursive: true });
  cpSync(join(repository, path), join(files, copy));
}
writeFileSync(
  join(content, "404.md"),
  `---\n${JSON.stringify({ title: "Not here", tableOfContents: false })}\n---\n\nNo page has this address. The search at the top finds pages by their words, and [the first page](${BASE}) leads to all of them.\n`,
);
writeFileSync(join(site, "src/sidebar.json"), `${JSON.stringify(sidebar(pages), null, 2)}\n`);
writeFileSync(join(site, "public/llms.txt"), llmsTxt());
cpSync(join(site, "favicon.svg"), join(site, "public/favicon.svg"));
console.log(`${pages.length} pages, ${linkedFiles().length} files beside them.`);

/** The site for a reader that takes text: what there is, a line for each page that people wrote. */
function llmsTxt(): string {
  const { description = "" } = pages.find(({ source }) => source === "docs/README.md") ?? {};
  const written = pages.filter(({ group }) => !["home", "reference", "decisions"].includes(group));
  const lines = written.map((page) => `- [${page.title}](${BASE}${slugOf(page)}/): ${page.description}`);
  const version = readFileSync(join(repository, "benchmark/CORPUS_VERSION"), "utf8").trim();
  return `# InvisibleBench\n\n> ${description}\n\nCorpus ${version}. References: [checks](${BASE}checks/), [rule sets](${BASE}rule-sets/), [schemas](${BASE}schemas/), [library](${BASE}library-reference/), [commands](${BASE}cli/), [errors](${BASE}errors/).\n\n## Pages\n\n${lines.join("\n")}\n`;
}
