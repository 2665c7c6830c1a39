import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Corpus } from "./corpus.ts";
import { type CorpusCache, NO_CORPUS_CACHE } from "./corpus-cache.ts";
import { compilerKey, contentKey } from "./corpus-key.ts";

/** A compiled corpus is some tens of megabytes: the shipped one and two that are being worked on. */
const MOST_REMEMBERED = 3;
const remembered = new Map<string, Corpus>();

interface RememberedCorpusOptions {
  /** The corpus did not come with the package: it is checked as by `lint`, and never kept outside its folder. */
  readonly base?: string;
  /** Where the shipped corpus is kept between processes. @default nowhere */
  readonly cache?: CorpusCache;
}

/**
 * A corpus by what its files hold: a process that opens many benches compiles each corpus once, and an edited file is
 * seen at once. What could not be read is not remembered.
 */
export async function rememberedCorpus(
  root: string,
  { base, cache = NO_CORPUS_CACHE }: RememberedCorpusOptions = {},
): Promise<Corpus> {
  const contents = contentKey(base === undefined ? [root] : [root, base]);
  // As typed too: errors and artefacts name the corpus as the caller did.
  const key = contents && JSON.stringify([contents, root, resolve(root), base ?? null]);
  const corpus =
    (key === null ? undefined : remembered.get(key)) ??
    (base === undefined ? await compiledOnce(root, { contents, cache, compile }) : await compile(root, base));
  if (key === null) return corpus;
  // Last used, last forgotten.
  remembered.delete(key);
  remembered.set(key, corpus);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
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
async function compile(root: string, base?: string): Promise<Corpus> {
  const { loadCorpus, loadForeignCorpus } = await import("./load-corpus.ts");
  return base === undefined ? loadCorpus(root) : loadForeignCorpus(root, { base });
}
