/** Compiled corpora on disk. A faulty entry counts as absent: see decision 0016. */
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

/** Compiled corpora, by the key of their source. */
export interface CorpusCache {
  /** `null` if the entry is absent or cannot be trusted. */
  read(key: string): Corpus | null;
  /** Does nothing if the entry cannot be stored. */
  write(key: string, corpus: Corpus): void;
}

export const NO_CORPUS_CACHE: CorpusCache = { read: () => null, write: () => undefined };

/** Change this when the stored format changes and no code that compiles does. */
const MARK = Buffer.from("InvisibleBench compiled corpus 1\n");
const DIGEST_BYTES = 32;
/** Enough for checkouts and versions used in turns; each entry is some megabytes. */
const MOST_KEPT = 4;
const NAME = /^corpus-[0-9a-f]{64}\.bin$/;
const UNFINISHED = /^corpus-.*\.part$/;
const HOUR_MS = 3_600_000;

/** The cache folder that the environment names; by default the user's folder for caches. */
export function corpusCacheIn(environment: Readonly<Record<string, string | undefined>>): CorpusCache {
  const { INVISIBLEBENCH_CACHE: own, XDG_CACHE_HOME: caches } = environment;
  if (own === "off") return NO_CORPUS_CACHE;
  if (own) return openCorpusCache(own);
  // The specification says to ignore a relative path.
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
  // Safe: the digest proves that these bytes are a corpus that was read whole and without an error under this
  // key.
  return deserialize(content) as Corpus;
}

/** Includes the key, so that a file under another key's name is rejected. */
function digestOf(key: string, content: Buffer): Buffer {
  return createHash("sha256").update(key).update(content).digest();
}

/** Refuses a file that another user put there or could have changed. */
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

/** Keeps the last few entries and deletes files that a process left half written. */
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
