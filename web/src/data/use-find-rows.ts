import { useEffect, useMemo, useState } from "react";
import { chunkPath } from "../../../src/schema/site-paths.ts";
import type { Conversation } from "../../../src/site/pages/build-conversation.ts";
import type { FindIndex } from "../../../src/text/find/find-conversation.ts";
import { findConversation } from "../../../src/text/find/find-conversation.ts";
import { type FindRow, findRows } from "../../../src/text/find/find-rows.ts";
import { forgetChunk, heldChunks, loadChunk } from "./load-chunk.ts";
import { useSiteIndex } from "./use-chunk.ts";

/** Rows that can be searched so far, one assistant after the other. */
export interface FindProgress {
  /** Rows of each assistant that was read; the same array while the page is open. */
  readonly parts: readonly (readonly FindRow[])[];
  readonly loaded: number;
  readonly of: number;
  /** Assistants that failed to load: their rows are missing. */
  readonly failed: readonly string[];
}

interface FindSource {
  readonly scan: string;
  readonly slug: string;
  readonly model: string;
}

/** Loads the rows of some scans step by step. It does not suspend, so the first rows are readable while others load. */
export function useFindRows(scans: readonly string[]): FindProgress {
  const sources = useFindSources(scans);
  const [read, setRead] = useState(0);
  useEffect(() => {
    let isGone = false;
    void readAll(sources, () => {
      if (!isGone) setRead((count) => count + 1);
      return isGone;
    });
    return () => {
      isGone = true;
    };
  }, [sources]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is kept outside, and counted here
  return useMemo(() => progressOf(sources), [sources, read]);
}

function useFindSources(scans: readonly string[]): readonly FindSource[] {
  const index = useSiteIndex();
  const key = scans.join(",");
  return useMemo(() => {
    const wanted = new Set(key.split(","));
    // The search covers all scans of a board.
    const isBoard = index.board !== null && wanted.has(index.board);
    const named = index.scans.filter(({ scan }) => wanted.has(scan));
    const briefs = named.length === 0 && isBoard ? index.scans : named;
    return briefs.flatMap(({ scan, models }) =>
      models.map(({ slug, model_id }) => ({ scan, slug, model: model_id })),
    );
  }, [index, key]);
}

/** Rows by path, or null if they failed to load. */
const kept = new Map<string, readonly FindRow[] | null>();

/** Number of parallel loads: one is read while the next is in transit. */
const AT_ONCE = 2;

async function readAll(sources: readonly FindSource[], onRead: () => boolean): Promise<void> {
  const waiting = [...sources];
  const work = async (most = waiting.length) => {
    for (let left = most; left > 0; left--) {
      const source = waiting.shift();
      if (source === undefined) return;
      const path = pathOf(source);
      if (kept.get(path) === undefined || kept.get(path) === null)
        kept.set(path, await readRows(source).catch(() => null));
      if (onRead()) return;
    }
  };
  // The first one alone, because the user waits for it.
  await work(1);
  await Promise.all(Array.from({ length: AT_ONCE }, () => work()));
}

function pathOf({ scan, slug }: FindSource): string {
  return chunkPath.find(scan, slug);
}

async function readRows(source: FindSource): Promise<readonly FindRow[]> {
  const { scan, slug } = source;
  const folder = chunkPath.conversation(scan, "").replace(/\.json$/, "");
  // Builders of the same version wrote and checked it.
  const held = (await heldChunks(folder)) as readonly Conversation[] | null;
  if (held !== null) {
    const own = held.filter((conversation) => conversation.slug === slug);
    const [first] = own;
    if (first === undefined) return [];
    return findRows({ scan, model_id: first.model_id, slug, conversations: own.map(findConversation) });
  }
  const path = pathOf(source);
  try {
    // As above.
    return findRows((await loadChunk(path)) as FindIndex);
  } finally {
    // The rows hold all of its content.
    forgetChunk(path);
  }
}

function progressOf(sources: readonly FindSource[]): FindProgress {
  const read = sources.filter((source) => kept.has(pathOf(source)));
  return {
    parts: read.map((source) => kept.get(pathOf(source)) ?? []),
    loaded: read.length,
    of: sources.length,
    failed: read.filter((source) => kept.get(pathOf(source)) === null).map(({ model }) => model),
  };
}
