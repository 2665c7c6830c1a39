import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join, resolve } from "node:path";
import { LruCache } from "../kernel/lru-cache.ts";
import { by } from "../kernel/order.ts";
import type { Corpus } from "./corpus.ts";
import { type CorpusCache, NO_CORPUS_CACHE } from "./corpus-cache.ts";

/** The shipped corpus and two under work: a compiled corpus is some tens of megabytes. */
const MOST_REMEMBERED = 3;
const remembered = new LruCache<Promise<Corpus>>(MOST_REMEMBERED);

interface RememberedCorpusOptions {
  /**
   * Set if the corpus did not come with the package: it is checked as by `lint`, and never cached outside its
   * folder.
   */
  readonly base?: string;
  /** Set if it is a pack that came with the package: it extends the base, and is trusted like it. */
  readonly isShippedPack?: boolean;
  /** Cache of the shipped corpus between processes. @default none */
  readonly cache?: CorpusCache;
}

/**
 * Returns a corpus by the content of its files: a process that opens many benches compiles each corpus once,
 * and sees an edited file at once. Failed reads are not remembered.
 */
export async function rememberedCorpus(
  root: string,
  { base, isShippedPack = false, cache = NO_CORPUS_CACHE }: RememberedCorpusOptions = {},
): Promise<Corpus> {
  const contents = contentKey(base === undefined ? [root] : [root, base]);
  // Includes the root as typed: errors and artefacts name the corpus as the caller did.
  const key = contents && JSON.stringify([contents, root, resolve(root), base ?? null, isShippedPack]);
  const make = () =>
    base === undefined
      ? compiledOnce(root, { contents, cache, compile })
      : compile(root, base, isShippedPack);
  if (key === null) return make();
  const corpus = remembered.get(key, make);
  corpus.catch(() => remembered.forget(key));
  return corpus;
}

/** Returns the cached corpus if the same code compiled the same bytes before; otherwise compiles and caches it. */
export async function compiledOnce(
  root: string,
  parts: {
    /** The content key of the root. */
    readonly contents: string | null;
    readonly cache: CorpusCache;
    readonly compile: (root: string) => Promise<Corpus>;
  },
): Promise<Corpus> {
  const { contents, cache } = parts;
  if (contents === null || cache === NO_CORPUS_CACHE) return parts.compile(root);
  const key = createHash("sha256").update(`${compilerKey()} ${contents}`).digest("hex");
  const found = cache.read(key);
  // The same files may be in another folder.
  if (found !== null) return { ...found, root };
  const corpus = await parts.compile(root);
  // If a file was edited meanwhile, either version may have been read.
  if (contentKey([root]) === contents) cache.write(key, corpus);
  return corpus;
}

/** Parsers, schemas and rules are loaded only if there is something to compile. */
async function compile(root: string, base?: string, isShippedPack = false): Promise<Corpus> {
  const { loadCorpus, loadForeignCorpus } = await import("./load-corpus.ts");
  if (base === undefined) return loadCorpus(root);
  return isShippedPack ? loadCorpus(root, { base, isShippedPack }) : loadForeignCorpus(root, { base });
}

/** Names that the loader never reads. A folder that is also a project may have much in them. */
const NEVER_READ = /^(?:\..*|node_modules|results)$/;

/** Hash of every name and every byte below some folders; `null` if a file cannot be read: the loader reports which. */
export function contentKey(folders: readonly string[]): string | null {
  const hash = createHash("sha256");
  try {
    for (const folder of folders) {
      hash.update(JSON.stringify(["folder"]));
      hashFolder(hash, folder, "", NEVER_READ);
    }
  } catch {
    return null;
  }
  return hash.digest("hex");
}

/** Folders of the loader's code. It may import nothing else. */
export const COMPILER_FOLDERS = ["corpus", "domain", "kernel", "schema", "text"] as const;

let compiler: string | undefined;

/**
 * Hash of the code that reads, checks and compiles a corpus, from a checkout or from the build, with the
 * versions of the package and its dependencies. A changed schema or rule thus invalidates the cache.
 */
function compilerKey(): string {
  if (compiler !== undefined) return compiler;
  const code = join(import.meta.dirname, "..");
  const hash = createHash("sha256").update(JSON.stringify([process.versions.node, process.versions.v8]));
  hash.update(readFileSync(join(code, "..", "package.json")));
  for (const folder of COMPILER_FOLDERS) {
    hash.update(JSON.stringify([folder]));
    hashFolder(hash, join(code, folder), "", /\.(?:test|fixture)\.\w+$|\.map$|\.d\.ts$/);
  }
  compiler = hash.digest("hex");
  return compiler;
}

/** Synchronous: for hundreds of small files this takes a third of the time. */
function hashFolder(hash: Hash, folder: string, way: string, skipped: RegExp): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort(by(({ name }) => name))) {
    const name = `${way}${entry.name}`;
    if (skipped.test(entry.name)) continue;
    if (entry.isDirectory()) hashFolder(hash, join(folder, entry.name), `${name}/`, skipped);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const content = readBriefly(join(folder, entry.name));
      hash.update(JSON.stringify([name, content.length])).update(content);
    } else throw new Error(`${name} is neither a file nor a folder`);
  }
}

let briefly = Buffer.alloc(1 << 20);

/**
 * The bytes of a file, valid until the next call. All files share one buffer: dropping hundreds of buffers at
 * once triggers garbage collections that take several times as long as reading.
 */
function readBriefly(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    for (let length = 0; ; ) {
      if (length === briefly.length) briefly = Buffer.concat([briefly], 2 * length);
      const more = readSync(file, briefly, length, briefly.length - length, null);
      if (more === 0) return briefly.subarray(0, length);
      length += more;
    }
  } finally {
    closeSync(file);
  }
}
