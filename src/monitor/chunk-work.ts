/** Chunks one by one, here or in threads: each is counted and written by whoever has it, and nothing but its name comes back. */
import { setImmediate } from "node:timers/promises";
import type { Corpus } from "../corpus/corpus.ts";
import type { Executor, Handler } from "../executor/executor.ts";
import type { ThreadHandlers, ThreadTable } from "../executor/thread.ts";
import { hashOf } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import { writeChunk } from "../store/monitor-folder.ts";
import { compileLexicons, type LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { createChunkCount } from "./count-chunk.ts";
import { type Chunk, readContent } from "./cut-chunks.ts";
import { checkWords, createWordLook } from "./look-for-words.ts";

/** What decides which words are found, of everything that decides a scan. */
export function wordScoring({
  checks,
  lexicons,
  engine,
}: Readonly<Record<"checks" | "lexicons" | "engine", string>>): Sha256 {
  return Sha256.parse(hashOf({ checks, lexicons, engine }));
}

export interface ChunkSetup {
  /** The folder of the results. */
  readonly directory: string;
  readonly scoring: Sha256;
  /** As `forgottenName` calls them. */
  readonly forgotten: readonly string[];
}

/** How many conversations are looked at before whoever waits may have their turn. */
const AT_A_STRETCH = 25;

/** Counts a chunk and writes what is kept of it. */
export function chunkHandler(
  { directory, scoring, forgotten }: ChunkSetup,
  corpus: Pick<Corpus, "checks" | "lexicons">,
  matcher: LexiconMatcher,
): Handler<Chunk<string>, void> {
  const look = createWordLook(checkWords(corpus.checks.values(), corpus.lexicons), matcher);
  const gone = new Set(forgotten);
  return async ({ name, items }, signal) => {
    const count = createChunkCount({ chunk: name, scoring }, look, gone);
    for (const [index, line] of items.entries()) {
      if (index % AT_A_STRETCH === 0) await setImmediate();
      signal.throwIfAborted();
      count.add(readContent(line));
    }
    signal.throwIfAborted();
    await writeChunk(directory, count.finish());
  };
}

/** For threads that count with this corpus. */
export function chunkThreads(corpus: Corpus): ThreadTable {
  return { module: import.meta.url, name: chunkHandlersInThread.name, world: corpus };
}

export function chunkHandlersInThread(corpus: Corpus): ThreadHandlers {
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  return { chunk: (setup: ChunkSetup) => chunkHandler(setup, corpus, matcher) };
}

export interface ChunkTools {
  readonly corpus: Corpus;
  /** Compiled only where a chunk is counted in this thread. */
  matcher(): Promise<LexiconMatcher>;
  readonly executor: Executor;
  /** How many chunks may be held at a time, those under way included. */
  readonly ahead: number;
}

/** Counts chunks of conversations, each as `contentOf` writes it, as they come, several at a time; yields each, in order, when it is on disk. */
export async function* countChunks(
  chunks: AsyncIterable<Chunk<string>>,
  setup: ChunkSetup,
  { corpus, matcher, executor, ahead }: ChunkTools,
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: Sha256; readonly conversations: number }> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  let counting: Promise<Handler<Chunk<string>, void>> | undefined;
  const handler: Handler<Chunk<string>, void> = async (chunk, taskSignal) => {
    counting ??= matcher().then((compiled) => chunkHandler(setup, corpus, compiled));
    return (await counting)(chunk, taskSignal);
  };
  const work = async (chunk: Chunk<string>) => {
    const job = { tasks: [{ id: chunk.name, input: chunk }], handler, elsewhere: { kind: "chunk", setup } };
    for await (const _ of executor.run(job, stop));
    return { name: chunk.name, conversations: chunk.items.length };
  };
  const underWay: ReturnType<typeof work>[] = [];
  try {
    for await (const chunk of chunks) {
      const working = work(chunk);
      working.catch(() => undefined); // awaited below, in order
      underWay.push(working);
      if (underWay.length < ahead) continue;
      const done = await underWay.shift();
      if (done !== undefined) yield done;
    }
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) yield await next;
  } finally {
    failure.abort();
    await Promise.allSettled(underWay);
  }
}
