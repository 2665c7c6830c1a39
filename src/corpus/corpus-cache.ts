/** Compiled corpora on disk. Whatever is wrong with one, it is as if there were none: see decision 0016. */
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Corpus } from "./corpus.ts";

/** Corpora that were compiled before, by the key of what they were compiled from. */
export interface CorpusCache {
  /** `null` where there is none, or none that can be trusted. */
  read(key: string): Corpus | null;
  /** Where it cannot be kept, it is not. */
  write(key: string, corpus: Corpus): void;
}

export const NO_CORPUS_CACHE: CorpusCache = { read: () => null, write: () => undefined };

/** Changes where what is written changes, though no code that compiles does. */
const MARK = Buffer.from("InvisibleBench compiled corpus 1\n");
const DIGEST_BYTES = 32;
/** Of checkouts and versions that are used in turns; each is some megabytes. */
const MOST_KEPT = 4;
const NAME = /^corpus-[0-9a-f]{64}\.bin$/;
const UNFINISHED = /^corpus-.*\.part$/;
const HOUR_MS = 3_600_000;

/** Where the environment wants compiled corpora kept: by default the user's folder for caches. */
export function corpusCacheIn(environment: Readonly<Record<string, string | undefined>>): CorpusCache {
  const { INVISIBLEBENCH_CACHE: own, XDG_CACHE_HOME: caches } = environment;
  if (own === "off") return NO_CORPUS_CACHE;
  if (own) return openCorpusCache(own);
  // A relative one is to be ignored, says the specification.
  const folder = caches && isAbsolute(caches) ? caches : join(homedir(), ".cache");
  return openCorpusCache(join(folder, "invisiblebench"));
}

/** One file for each corpus, read and written whole. */
export function openCorpusCache(folder: string): CorpusCache {
  const pathOf = (key: string) => join(folder, `corpus-${key}.bin`);
  return {
    read(key) {
      try {
        return decode(key, readOwnFile(pathOf(key)));
      } catch {
        return null;
      }
    },
    write(key, corpus) {
      const bytes = encode(key, corpus);
      const unfinished = join(folder, `corpus-${randomUUID()}.part`);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(unfinished, bytes, { flag: "wx", mode: 0o600 });
        renameSync(unfinished, pathOf(key));
        prune(folder);
      } catch (error) {
        if (!isSystemError(error)) throw error;
        removeQuietly(unfinished);
      }
    },
  };
}

function encode(key: string, corpus: Corpus): Buffer {
  const content = serialize(corpus);
  return Buffer.concat([MARK, digestOf(key, content), content]);
}

function decode(key: string, bytes: Buffer): Corpus | null {
  const content = bytes.subarray(MARK.length + DIGEST_BYTES);
  const digest = bytes.subarray(MARK.length, MARK.length + DIGEST_BYTES);
  if (!bytes.subarray(0, MARK.length).equals(MARK) || !digest.equals(digestOf(key, content))) return null;
  // The digest says that these are the bytes of a corpus that was read whole and without an error under this key.
  return deserialize(content) as Corpus;
}

/** With the key, so that a file under another's name is not taken for it. */
function digestOf(key: string, content: Buffer): Buffer {
  return createHash("sha256").update(key).update(content).digest();
}

/** What somebody else put there, or could have changed, is not read. */
function readOwnFile(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const { uid, mode } = fstatSync(file);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (!isOwn) throw new Error(`${path} is open to others`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Keeps the last few, and nothing that a process left half written. */
function prune(folder: string): void {
  const aged = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    return writtenMs === undefined ? [] : [{ name, path, writtenMs }];
  });
  const kept = aged.filter(({ name }) => NAME.test(name)).sort((a, b) => b.writtenMs - a.writtenMs);
  const abandoned = aged.filter(
    ({ name, writtenMs }) => UNFINISHED.test(name) && writtenMs < Date.now() - HOUR_MS,
  );
  for (const { path } of [...kept.slice(MOST_KEPT), ...abandoned]) removeQuietly(path);
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
