import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureDirectory } from "./ensure-directory.ts";
import { listNames } from "./list-names.ts";
import { pathExists } from "./path-exists.ts";
import { SiteFolderError } from "./site-folder-error.ts";
import { toWriteError } from "./write-error.ts";

/** What a site consists of; of an older one in the same place nothing else is touched. */
const PARTS = ["data", "assets", "index.html"];

/** A folder for a static site. */
export interface SiteFolder {
  write(path: string, content: string | Uint8Array): Promise<void>;
}

/** Makes room: an older site is replaced, anything else in the folder is refused. */
export async function openSiteFolder(folder: string): Promise<SiteFolder> {
  const { files, folders } = await listNames(folder);
  const isSite = await pathExists(join(folder, "data", "index.json"));
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
  for (const part of PARTS) await rm(join(folder, part), { recursive: true, force: true });
  return { write };
}
