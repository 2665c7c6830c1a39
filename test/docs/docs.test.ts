import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import packageJson from "../../package.json" with { type: "json" };

const repository = join(import.meta.dirname, "../..");
const bin = join(repository, "bin/invisiblebench.js");
const pages = globSync(["*.md", "{archive,benchmark,data,docs}/**/*.md"], { cwd: repository })
  .map((page) => page.replaceAll("\\", "/"))
  .sort();

const read = (page: string) => readFileSync(join(repository, page), "utf8");
const lineCount = (page: string) => read(page).trimEnd().split("\n").length;
const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

function run(args: readonly string[]): { exitCode: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8" });
  return { exitCode: status, stdout, stderr };
}

/** Anchors as GitHub makes them, for the plain headings we write. */
function anchors(text: string): readonly string[] {
  return Array.from(withoutFences(text).matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function deadLinks(page: string): readonly string[] {
  // In brackets behind the words, or on a line of its own.
  const links = withoutFences(read(page)).matchAll(/\]\(([^)\s]+)\)|^\[[^\]\n]+\]: (\S+)$/gm);
  const targets = Array.from(links, ([, url, named = ""]) => url ?? named);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(repository, file))) return true;
    return anchor !== undefined && !anchors(read(file)).includes(anchor);
  });
}

/** Text in backticks that begins like a path of this repository; `*` and `<name>` match any name. */
function missingPaths(page: string): readonly string[] {
  const quoted = Array.from(withoutFences(read(page)).matchAll(/`([^`\n]+)`/g), ([, text = ""]) => text);
  const paths = quoted.filter((text) =>
    /^(?:\.ci|archive|bench|benchmark|bin|data|docs|schemas|scripts|src|test|web)\/[^\s]*$/.test(text),
  );
  return paths.filter(
    (path) => globSync(path.replaceAll(/<[^>]*>/g, "*").replace(/\/$/, ""), { cwd: repository }).length === 0,
  );
}

/** The lines after `$ ` in the README's console blocks. */
function consoleCommands(): readonly string[] {
  const blocks = Array.from(
    read("README.md").matchAll(/^```console\n([\s\S]*?)^```$/gm),
    ([, body = ""]) => body,
  );
  return blocks.flatMap((body) => Array.from(body.matchAll(/^\$ (.+)$/gm), ([, command = ""]) => command));
}

test("there are pages to look at", () => {
  const expected = [
    "README.md",
    "ARCHITECTURE.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
  ];
  expect(pages).toEqual(
    expect.arrayContaining([...expected, "docs/cli.md", "docs/errors.md", "docs/glossary.md"]),
  );
});

test.each(pages)("every relative link of %s leads somewhere", (page) => {
  expect(deadLinks(page)).toEqual([]);
});

test.each(pages)("every path that %s names in backticks exists", (page) => {
  expect(missingPaths(page)).toEqual([]);
});

test.each(pages)("%s names no place on somebody's machine", (page) => {
  expect(read(page)).not.toMatch(/(?:^|[\s`'"(])\/(?:work|root|home|tmp|Users)\//m);
});

test("the README has the two commands and stays short", () => {
  expect(read("README.md")).toContain("\nnpm ci && npm start\n");
  expect(read("README.md")).toContain("\nnpm ci && npm test\n");
  expect(lineCount("README.md")).toBeLessThan(150);
  expect(withoutFences(read("README.md")).split(/\s+/).length).toBeLessThan(900);
});

test("ARCHITECTURE.md and AGENTS.md stay short", () => {
  expect(lineCount("ARCHITECTURE.md")).toBeLessThan(200);
  expect(lineCount("AGENTS.md")).toBeLessThan(120);
});

test.each(consoleCommands())("the README's `%s` is a command with these flags", (command) => {
  const [name, ...args] = command.split(" ");
  expect(name).toBe("invisiblebench");
  const { exitCode, stdout } = run([...args, "--help"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`invisiblebench ${args[0]}`);
  for (const flag of args.filter((arg) => arg.startsWith("--"))) expect(stdout).toContain(`[${flag}`);
});

test("the README shows what `eval` prints", () => {
  const results = mkdtempSync(join(tmpdir(), "invisiblebench-docs-"));
  try {
    const { stdout } = run(["eval", "--quiet", "--out", results]);
    const [findings = ""] = stdout.split("\n\nWorst blind spots:");
    expect(read("README.md")).toContain(`$ invisiblebench eval\n${findings}\n\`\`\`\n`);
  } finally {
    rmSync(results, { recursive: true });
  }
});

test("the pages say how many checks there are, and which no bare model can be asked", () => {
  const checks = globSync("benchmark/checks/*.yaml", { cwd: repository }).map((path) => parse(read(path)));
  const ofProducts = checks.filter(({ eligibility }) => eligibility.duty !== undefined).map(({ id }) => id);
  const bare = `${checks.length - ofProducts.length} of them can be asked of a bare model`;
  for (const page of ["benchmark/BENCHMARK_CARD.md", "docs/README.md"]) {
    const text = read(page).replaceAll(/\s+/g, " ");
    expect(text, page).toContain(`${checks.length} narrow checks`);
    expect(text, page).toContain(bare);
    expect(text, page).toContain(`${ofProducts.join(", ")} needs a product profile`);
  }
});

test("no shipped check is decided by word lists alone, as the page on routes says", () => {
  const routes = globSync("benchmark/checks/*.yaml", { cwd: repository }).map(
    (path) => parse(read(path)).routing.route,
  );
  expect(routes).not.toContain("lexicon_only");
  expect(read("docs/authoring.md")).toContain("No shipped check is decided by word lists alone");
});

test("the page on duties names the laws that are facts and no duties", () => {
  const rules = globSync("benchmark/configs/rules/*.yaml", { cwd: repository }).map(read).join("\n");
  const said = read("docs/duties.md");
  for (const law of ["Americans with Disabilities Act", "mandated reporting"]) {
    expect(rules).not.toContain(`law: ${law}`);
    expect(said).toContain(law);
  }
});

test("ARCHITECTURE.md gives a reason for every layer rule, and for no other", async () => {
  const config: unknown = await import(pathToFileURL(join(repository, ".dependency-cruiser.mjs")).href);
  const Rules = z.object({ default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }) });
  const section = /\n## Layers\n([\s\S]*?)\n## /.exec(read("ARCHITECTURE.md"))?.[1] ?? "";
  const explained = Array.from(section.matchAll(/^\| `([a-z-]+)` +\| \S/gm), ([, name]) => name);
  expect(explained).toEqual(Rules.parse(config).default.forbidden.map(({ name }) => name));
});

test("ARCHITECTURE.md names every folder of src/", () => {
  const folders = globSync("src/*/", { cwd: repository }).map((folder) => folder.replaceAll("\\", "/"));
  const text = read("ARCHITECTURE.md");
  expect(folders.filter((folder) => !text.includes(folder.replace(/\/?$/, "/")))).toEqual([]);
});

test.each(pages.filter((page) => page.startsWith("docs/decisions/")))(
  "%s has a number, a date and the four parts on one page",
  (page) => {
    const number = /\/(\d{4})-[a-z0-9-]+\.md$/.exec(page)?.[1];
    expect(read(page)).toMatch(
      new RegExp(
        `^# ${number}\\. .+\n\n\\d{4}-\\d\\d-\\d\\d, (?:accepted|superseded by .+)\n\n## Context\n[\\s\\S]+\n## Decision\n[\\s\\S]+\n## Consequences\n[\\s\\S]+\n## Alternatives\n`,
      ),
    );
    expect(lineCount(page)).toBeLessThan(60);
  },
);

test("decisions are numbered without a gap", () => {
  const numbers = pages.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? []);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, "0")));
});

test("the changelog and the citation know the package's version", () => {
  expect(read("CHANGELOG.md")).toContain(`\n## [${packageJson.version}]`);
  const citation: unknown = parse(read("CITATION.cff"));
  expect(citation).toMatchObject({
    "cff-version": "1.2.0",
    title: "InvisibleBench",
    version: packageJson.version,
    license: packageJson.license,
    authors: [{ name: "The InvisibleBench authors" }],
  });
});

/** Commands in a page's code blocks that ask a model or a product that may cost something. */
function spendingCommands(page: string): readonly string[] {
  const fences = read(page).match(/^```[\s\S]*?^```$/gm) ?? [];
  const lines = fences.flatMap((fence) => fence.split("\n"));
  return lines.filter(
    (line) =>
      /invisiblebench (?:eval|run|scan|calibrate) /.test(line) &&
      /--(?:harness|(?:model|judge|adjudicator) (?!sim\/))/.test(line),
  );
}

test("every documented command that may spend says what it may spend", () => {
  const commands = pages.filter((page) => page !== "docs/cli.md").flatMap(spendingCommands);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((line) => !/--(?:yes|max-cost-usd|dry-run)/.test(line))).toEqual([]);
});
