import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join, resolve } from "node:path";
import { by } from "../kernel/order.ts";
import { RecentResults } from "../kernel/recent-results.ts";
import type { Corpus } from "./corpus.ts";
import { type CorpusCache, NO_CORPUS_CACHE } from "./corpus-cache.ts";

/** A compiled corpus is some tens of megabytes: the shipped one and two that are being worked on. */
const MOST_REMEMBERED = 3;
const remembered = new RecentResults<Promise<Corpus>>(MOST_REMEMBERED);

interface RememberedCorpusOptions {
  /** The corpus did not come with the package: it is checked as by `lint`, and never kept outside its folder. */
  readonly base?: string;
  /** It is a pack that did: it stands beside the base, and is trusted as the base is. */
  readonly isShippedPack?: boolean;
  /** Where the shipped corpus is kept between processes. @default nowhere */
  readonly cache?: CorpusCache;
}

/**
 * A corpus by what its files hold: a process that opens many benches compiles each corpus once, and an edited file is
 * seen at once. What could not be read is not remembered.
 */
export async function rememberedCorpus(
  root: string,
  { base, isShippedPack = false, cache = NO_CORPUS_CACHE }: RememberedCorpusOptions = {},
): Promise<Corpus> {
  const contents = contentKey(base === undefined ? [root] : [root, base]);
  // As typed too: errors and artefacts name the corpus as the caller did.
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

/** A corpus from the cache, where the same code compiled the same bytes before; otherwise compiled, and put there. */
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
  // The same files may lie elsewhere.
  if (found !== null) return { ...found, root };
  const corpus = await parts.compile(root);
  // A file that was edited meanwhile may have been read before or after.
  if (contentKey([root]) === contents) cache.write(key, corpus);
  return corpus;
}

/** Parsers, schemas and rules are loaded where there is something to compile. */
async function compile(root: string, base?: string, isShippedPack = false): Promise<Corpus> {
  const { loadCorpus, loadForeignCorpus } = await import("./load-corpus.ts");
  if (base === undefined) return loadCorpus(root);
  return isShippedPack ? loadCorpus(root, { base, isShippedPack }) : loadForeignCorpus(root, { base });
}

/** What the loader never reads, and a folder that is also a project may have much of. */
const NEVER_READ = /^(?:\..*|node_modules|results)$/;

/** Of every name and every byte below some folders; `null` where some file cannot be read: saying which is the loader's task. */
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

/** What the loader is made of: it may import nothing beside these folders. */
export const COMPILER_FOLDERS = ["corpus", "domain", "kernel", "schema", "text"] as const;

let compiler: string | undefined;

/**
 * Of the code that reads, checks and compiles a corpus, from a checkout or from the build, with the package's version and
 * those of what it depends on: who changes a schema or a rule is served nothing that the old one let through.
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

/** Without waiting between files: hundreds of small ones take a third of the time that way. */
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
 * The bytes of a file, until the next one is read: into one buffer for all, because some hundred that are dropped at once
 * have the engine look through the whole heap for them, several times as long as the reading takes.
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
