/**
 * Counts chunks one by one, in this thread or in worker threads. The thread that has a chunk counts and writes it, and
 * returns only its name.
 */
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

/** Selects the parts of the scan's configuration that decide which words are found. */
export function wordScoring({
  checks,
  lexicons,
  engine,
}: Readonly<Record<"checks" | "lexicons" | "engine", string>>): Sha256 {
  return Sha256.parse(hashOf({ checks, lexicons, engine }));
}

export interface ChunkSetup {
  /** Folder of the results. */
  readonly directory: string;
  readonly scoring: Sha256;
  /** Names of forgotten conversations, by `forgottenName`. */
  readonly forgotten: readonly string[];
}

/** Conversations to look at before yielding to the event loop. */
const AT_A_STRETCH = 25;

/** Counts a chunk and writes the result. */
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

/** Worker threads that count with this corpus. */
export function chunkThreads(corpus: Corpus): ThreadTable {
  return { module: import.meta.url, name: chunkHandlersInThread.name, world: corpus };
}

export function chunkHandlersInThread(corpus: Corpus): ThreadHandlers {
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  return { chunk: (setup: ChunkSetup) => chunkHandler(setup, corpus, matcher) };
}

export interface ChunkTools {
  readonly corpus: Corpus;
  /** Compiles the matcher only if this thread counts a chunk. */
  matcher(): Promise<LexiconMatcher>;
  readonly executor: Executor;
  /** Maximum number of chunks in memory, including those in progress. */
  readonly ahead: number;
}

/**
 * Counts chunks of conversations as they come, several at a time. Each conversation has the form of `contentOf`. Yields
 * each chunk, in order, once it is on disk.
 */
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
      working.catch(() => undefined); // Awaited below, in order.
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
