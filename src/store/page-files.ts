import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listNames } from "./list-names.ts";
import { PageMissingError } from "./page-missing-error.ts";
import { pathExists } from "./path-exists.ts";

/** Beside the source and beside the build alike. */
const BUILT_PAGE = fileURLToPath(new URL("../../dist-web", import.meta.url));
const ASSETS = "assets";

/** The built web page: `index.html` and what it needs, by path relative to it. */
export type PageFiles = ReadonlyMap<string, Buffer>;

export async function readPageFiles(folder = BUILT_PAGE): Promise<PageFiles> {
  const index = join(folder, "index.html");
  if (!(await pathExists(index))) throw new PageMissingError(index);
  const { files } = await listNames(join(folder, ASSETS));
  const paths = ["index.html", ...files.map((name) => `${ASSETS}/${name}`)];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}
