/**
 * Gathers what the site shows: the Markdown of the repository as it stands, and references made from the corpus, the
 * schemas and the types. Writes `src/content/docs/`, `public/` and `src/sidebar.json`, none of which is kept in git.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadCorpus } from "../../src/corpus/load-corpus.ts";
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

rmSync(content, { recursive: true, force: true });
rmSync(join(site, "public"), { recursive: true, force: true });

const base = (process.env["DOCS_BASE"] ?? "/").replace(/\/?$/, "/");
const slugs = new Map(pages.map((page) => [page.source, slugOf(page)]));
const { rewrite, linkedFiles } = linkRewriter({
  base,
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
writeFileSync(join(site, "src/sidebar.json"), `${JSON.stringify(sidebar(pages), null, 2)}\n`);
writeFileSync(join(site, "public/llms.txt"), llmsTxt());
cpSync(join(site, "favicon.svg"), join(site, "public/favicon.svg"));
console.log(`${pages.length} pages, ${linkedFiles().length} files beside them.`);

/** The site for a reader that takes text: what there is, a line for each page that people wrote. */
function llmsTxt(): string {
  const { description = "" } = pages.find(({ source }) => source === "docs/README.md") ?? {};
  const written = pages.filter(({ group }) => group !== "reference" && group !== "decisions");
  const lines = written.map((page) => `- [${page.title}](${base}${slugOf(page)}/): ${page.description}`);
  const version = readFileSync(join(repository, "benchmark/CORPUS_VERSION"), "utf8").trim();
  return `# InvisibleBench\n\n> ${description}\n\nCorpus ${version}. References: [checks](${base}checks/), [rule sets](${base}rule-sets/), [schemas](${base}schemas/), [library](${base}library-reference/), [commands](${base}cli/), [errors](${base}errors/).\n\n## Pages\n\n${lines.join("\n")}\n`;
}
