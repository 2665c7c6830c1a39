/** Reads the built page that a site is made from, and writes the site's folder. */
import { lstat, mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { PAGE_NAME } from "../schema/site-paths.ts";
import { readJsonArtefact, writeJsonArtefact } from "./artefact-files.ts";
import { ArtefactError, storeErrors } from "./errors.ts";
import {
  ensureDirectory,
  errorCode,
  listNames,
  pathExists,
  toReadError,
  toWriteError,
} from "./file-system.ts";
import { ASSETS_NAME, SITE_MARK_NAME } from "./layout.ts";

export interface SiteFolder {
  write(path: string, content: string | Uint8Array): Promise<void>;
}

const SITE_MARK_VERSION = 1;

/** A relative path inside the folder: an edited list must not lead outside. */
const SitePath = z.string().regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\:]+$/);

/** Marks a folder as a site's and lists the files that the site wrote. Only these may be removed. */
const SiteMark = z.strictObject({ schema_version: z.literal(SITE_MARK_VERSION), files: z.array(SitePath) });

/**
 * Prepares a folder for a site: removes the files of an older site and keeps all others. Throws if an unmarked folder
 * is not empty, or if a foreign file is in the way.
 * @param paths every file that will be written
 */
export async function openSiteFolder(folder: string, paths: readonly string[]): Promise<SiteFolder> {
  const older = await filesOfOlderSite(folder);
  const mine = new Set(older);
  for (const path of paths) {
    if (!mine.has(path) && (await isTaken(join(folder, path))))
      throw storeErrors.IB_SITE_FOLDER(folder, `holds something that no site wrote in the place of ${path}`);
  }
  await ensureDirectory(folder);
  const mark = (files: Iterable<string>) =>
    writeJsonArtefact(
      join(folder, SITE_MARK_NAME),
      SiteMark.parse({ schema_version: SITE_MARK_VERSION, files: [...files].sort() }),
    );
  // Lists both old and new files until the old ones are removed, so that the next attempt after an interruption knows
  // all of them.
  await mark(new Set([...older, ...paths]));
  await removeFiles(folder, older);
  await mark(paths);
  const made = new Set<string>();
  const write = async (path: string, content: string | Uint8Array) => {
    const file = join(folder, path);
    try {
      if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      made.add(dirname(file));
      // A site can be recreated, so writes need no sync.
      await writeFile(file, content);
    } catch (error) {
      throw toWriteError(error, file);
    }
  };
  return { write };
}

/** Files of an older site; empty for an empty or new folder. */
async function filesOfOlderSite(folder: string): Promise<readonly string[]> {
  const { files, folders } = await listNames(folder);
  if (!files.includes(SITE_MARK_NAME)) {
    const [first] = [...files, ...folders];
    if (first === undefined) return [];
    throw storeErrors.IB_SITE_FOLDER(
      folder,
      `holds ${first} and no ${SITE_MARK_NAME}, the mark of a published site`,
    );
  }
  try {
    return (await readJsonArtefact(join(folder, SITE_MARK_NAME), SiteMark, SITE_MARK_VERSION)).files;
  } catch (error) {
    // Without a readable list, the site's own files are unknown.
    if (!(error instanceof ArtefactError)) throw error;
    throw storeErrors.IB_SITE_FOLDER(folder, `has a mark that cannot be read (${error.message})`, {
      cause: error,
    });
  }
}

/** Whether a path exists, including a dangling link or a file in place of a folder. */
async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    if (errorCode(error) === "ENOTDIR") return true;
    throw toReadError(error, path);
  }
}

/** Removes files, and folders that become empty. */
async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const path of paths) {
    const file = join(folder, path);
    await rm(file, { force: true }).catch((error: unknown) => {
      throw toWriteError(error, file);
    });
    for (let above = dirname(path); above !== "."; above = dirname(above)) folders.add(above);
  }
  // Longer paths first, because a parent's path is shorter than its children's.
  for (const above of [...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(join(folder, above)).catch((error: unknown) => {
      if (!STAYS_CODES.has(errorCode(error) ?? "")) throw toWriteError(error, join(folder, above));
    });
  }
}

/** The folder holds foreign files, is a link, or is already gone. */
const STAYS_CODES: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT"]);

/** The same relative path works from the source and from the build. */
const BUILT_PAGE = fileURLToPath(new URL("../../dist-web", import.meta.url));

/** The built web page: `index.html` and its files, by path relative to it. */
export type PageFiles = ReadonlyMap<string, Buffer>;

/** Throws if the page is not built. Commands that end with a report call it first, before they spend money. */
export async function assertPageBuilt(folder = BUILT_PAGE): Promise<void> {
  const index = join(folder, PAGE_NAME);
  if (!(await pathExists(index))) throw storeErrors.IB_NO_PAGE(index);
}

export async function readPageFiles(folder = BUILT_PAGE): Promise<PageFiles> {
  await assertPageBuilt(folder);
  const { files } = await listNames(join(folder, ASSETS_NAME));
  const paths = [PAGE_NAME, ...files.map((name) => `${ASSETS_NAME}/${name}`)];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}
