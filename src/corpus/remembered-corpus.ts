import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Corpus } from "./corpus.ts";
import { loadCorpus, loadForeignCorpus } from "./load-corpus.ts";

/** A compiled corpus is some tens of megabytes: the shipped one and two that are being worked on. */
const MOST_REMEMBERED = 3;
const remembered = new Map<string, Corpus>();

/**
 * A corpus by what its files hold: a process that opens many benches compiles each corpus once, and an edited file is
 * seen at once. With a base the corpus did not come with the package. What could not be read is not remembered.
 */
export async function rememberedCorpus(root: string, base?: string): Promise<Corpus> {
  const key = await contentKey(root, base);
  const corpus =
    (key === null ? undefined : remembered.get(key)) ??
    (base === undefined ? await loadCorpus(root) : await loadForeignCorpus(root, { base }));
  if (key === null) return corpus;
  // Last used, last forgotten.
  remembered.delete(key);
  remembered.set(key, corpus);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return corpus;
}

/** `null` where some file cannot be read: saying which is the loader's task. */
async function contentKey(root: string, base: string | undefined): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for (const folder of base === undefined ? [root] : [root, base]) {
      // As typed too: errors and artefacts name the corpus as the caller did.
      hash.update(JSON.stringify([folder, resolve(folder)]));
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const contents = await Promise.all(paths.sort().map((path) => readFile(path)));
      for (const [index, content] of contents.entries()) {
        hash.update(JSON.stringify([relative(folder, paths[index] ?? ""), content.length])).update(content);
      }
    }
  } catch {
    return null;
  }
  return hash.digest("hex");
}
