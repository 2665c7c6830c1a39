/** The two ends of a site: the built page it is made from, and the folder it is written to. */
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

/** A folder for a static site. */
export interface SiteFolder {
  write(path: string, content: string | Uint8Array): Promise<void>;
}

const SITE_MARK_VERSION = 1;

/** Of a file in the folder: a list that somebody edited must not lead out of it. */
const SitePath = z.string().regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\:]+$/);

/** What says that a folder is a site's, and which of its files the site wrote: these may be removed, and no others. */
const SiteMark = z.strictObject({ schema_version: z.literal(SITE_MARK_VERSION), files: z.array(SitePath) });

/**
 * Makes room for a site: the files that an older one wrote go, whatever else lies beside them stays. A folder with
 * anything in it that no site marked as its own is refused, and so is one where another's file is in the way.
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
  // Both are claimed until the old files are gone, so that whenever this is cut short, the next time knows them all.
  await mark(new Set([...older, ...paths]));
  await removeFiles(folder, older);
  await mark(paths);
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
  return { write };
}

/** None in an empty or a new folder. */
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
    // Without the list nobody knows which files are the site's.
    if (!(error instanceof ArtefactError)) throw error;
    throw storeErrors.IB_SITE_FOLDER(folder, `has a mark that cannot be read (${error.message})`, {
      cause: error,
    });
  }
}

/** Also by a link that leads nowhere, or by a file where a folder should be. */
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

/** The files, and the folders that are empty without them. */
async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const path of paths) {
    const file = join(folder, path);
    await rm(file, { force: true }).catch((error: unknown) => {
      throw toWriteError(error, file);
    });
    for (let above = dirname(path); above !== "."; above = dirname(above)) folders.add(above);
  }
  // A folder is shorter than those in it.
  for (const above of [...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(join(folder, above)).catch((error: unknown) => {
      if (!STAYS_CODES.has(errorCode(error) ?? "")) throw toWriteError(error, join(folder, above));
    });
  }
}

/** Something of somebody else's is in it, it is a link, or it is gone already. */
const STAYS_CODES: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT"]);

/** Beside the source and beside the build alike. */
const BUILT_PAGE = fileURLToPath(new URL("../../dist-web", import.meta.url));

/** The built web page: `index.html` and what it needs, by path relative to it. */
export type PageFiles = ReadonlyMap<string, Buffer>;

/** What ends with a report asks this first: a page that is missing must not be noticed when everything is paid for. */
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
