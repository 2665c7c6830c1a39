import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunId } from "../../schema/ids.ts";
import { LinkedWordsError } from "../errors.ts";
import { errorCode, toReadError } from "../file-system.ts";
import { type RunDirectory, reviewDirectory } from "../layout.ts";
import { scansBeside } from "./delete-scans.ts";

interface PlacesOfWords {
  readonly results: string;
  readonly runId: RunId;
  readonly run: RunDirectory;
  /** Folders of batches for annotators drawn from it. */
  readonly reviews: readonly string[];
}

/**
 * Throws if a part of a run, or of a place with its words, is a symbolic link. Removing a link would leave the words in
 * place. Its target may belong to another user, who must decide about it.
 */
export async function refuseLinks({ results, runId, run, reviews }: PlacesOfWords): Promise<void> {
  const places = [run.path];
  for (const scan of await scansBeside(results, runId)) places.push(scan.path);
  for (const directory of reviews) {
    const { path, key, merged, mergedAdjudication } = reviewDirectory(directory);
    places.push(path, key, merged, mergedAdjudication);
  }
  const links: string[] = [];
  for (const place of places) links.push(...(await linksAt(place)));
  if (links.length > 0) throw new LinkedWordsError(links.toSorted());
}

/** Links at or below a path; empty if the path does not exist. */
async function linksAt(path: string): Promise<readonly string[]> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return [path];
    if (!found.isDirectory()) return [];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((it) => it.isSymbolicLink()).map((it) => join(it.parentPath, it.name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw toReadError(error, path);
  }
}
