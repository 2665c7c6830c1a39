/** The two ends of a site: the built page it is made from, and the folder it is written to. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chunkPath, PAGE_NAME } from "../schema/site/site-data.ts";
import { PageMissingError, SiteFolderError } from "./errors.ts";
import { ensureDirectory, listNames, pathExists, toWriteError } from "./file-system.ts";
import { ASSETS_NAME, SITE_PARTS } from "./layout.ts";

/** A folder for a static site. */
export interface SiteFolder {
  write(path: string, content: string | Uint8Array): Promise<void>;
}

/** Makes room: an older site is replaced, anything else in the folder is refused. */
export async function openSiteFolder(folder: string): Promise<SiteFolder> {
  const { files, folders } = await listNames(folder);
  const isSite = await pathExists(join(folder, chunkPath.index()));
  if (files.length + folders.length > 0 && !isSite) throw new SiteFolderError(folder);
  await ensureDirectory(folder);
  const made = new Set<string>();
  const write = async (path: string, content: string | Uint8Array) => {
    const file = join(folder, path);
    try {
      if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      made.add(dirname(file));
      // A site can be made again, so nothing waits for the disk.
      await writeFile(file, content);
    } catch (error) {
      throw toWriteError(error, file);
    }
  };
  for (const part of SITE_PARTS) await rm(join(folder, part), { recursive: true, force: true });
  return { write };
}

/** Beside the source and beside the build alike. */
const BUILT_PAGE = fileURLToPath(new URL("../../dist-web", import.meta.url));

/** The built web page: `index.html` and what it needs, by path relative to it. */
export type PageFiles = ReadonlyMap<string, Buffer>;

export async function readPageFiles(folder = BUILT_PAGE): Promise<PageFiles> {
  const index = join(folder, PAGE_NAME);
  if (!(await pathExists(index))) throw new PageMissingError(index);
  const { files } = await listNames(join(folder, ASSETS_NAME));
  const paths = [PAGE_NAME, ...files.map((name) => `${ASSETS_NAME}/${name}`)];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}
