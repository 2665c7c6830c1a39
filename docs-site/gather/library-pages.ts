/** The library from its types: TypeDoc reads the front door; the other two doors are listed by name. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, pageOf } from "./pages.ts";

const FOLDER = "docs/library-reference";

export function libraryPages(repository: string): readonly Page[] {
  const out = mkdtempSync(join(tmpdir(), "invisiblebench-typedoc-"));
  try {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [
        join(import.meta.dirname, "../node_modules/typedoc/bin/typedoc"),
        ...["--options", join(import.meta.dirname, "typedoc.json"), "--out", out],
      ],
      { cwd: repository, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`TypeDoc could not read the library:\n${stdout}${stderr}`);
    const found = globSync("*/*.md", { cwd: out }).map((path) => path.replaceAll("\\", "/"));
    const pages = found.sort().map((path) => {
      const name = path.split("/").at(-1) ?? path;
      const page = pageOf(`${FOLDER}/${path}`, readFileSync(join(out, path), "utf8"), "reference");
      return { ...page, titleInSidebar: name.replace(/\.md$/, "") };
    });
    return [indexPage(repository, pages), ...pages];
  } finally {
    rmSync(out, { recursive: true });
  }
}

function indexPage(repository: string, pages: readonly Page[]): Page {
  const listed = readFileSync(join(repository, "test/house/public-doors.txt"), "utf8");
  const namesOf = (door: string) => {
    const section = listed.split(/\n(?=src\/)/).find((part) => part.startsWith(door)) ?? "";
    const names = section
      .split("\n")
      .slice(1)
      .flatMap((line) => /^\s+(?:type )?(\S+)$/.exec(line)?.[1] ?? []);
    return [...new Set(names)].map((name) => `\`${name}\``).join(", ");
  };
  const links = pages.map(
    ({ source, titleInSidebar = "", description }) =>
      `- [${titleInSidebar}](${source.slice("docs/".length)})${description === "" ? "" : `: ${description}`}`,
  );
  return {
    source: `${FOLDER}`,
    title: "Library reference",
    titleInSidebar: "All names",
    description: "Every name of the library, from its types.",
    body: [
      "From the types of the source. [How to use it](library.md), with examples that are run.",
      `## invisiblebench\n\n${links.join("\n")}`,
      `## invisiblebench/schema\n\nEach is a zod schema and its type; [the files they describe](../schemas/).\n\n${namesOf("src/schema-door.ts")}`,
      `## invisiblebench/errors\n\n[What each means](errors.md).\n\n${namesOf("src/errors-door.ts")}`,
    ].join("\n\n"),
    group: "reference",
  };
}
