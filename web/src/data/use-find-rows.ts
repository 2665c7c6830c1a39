import { useEffect, useMemo, useState } from "react";
import { chunkPath } from "../../../src/schema/site-paths.ts";
import type { Conversation } from "../../../src/site/pages/build-conversation.ts";
import type { FindIndex } from "../../../src/text/find/find-conversation.ts";
import { findConversation } from "../../../src/text/find/find-conversation.ts";
import { type FindRow, findRows } from "../../../src/text/find/find-rows.ts";
import { forgetChunk, heldChunks, loadChunk } from "./load-chunk.ts";
import { useSiteIndex } from "./use-chunk.ts";

/** What can be searched so far, one assistant after the other. */
export interface FindProgress {
  /** The rows of each assistant that was read; the same array as long as the page is open. */
  readonly parts: readonly (readonly FindRow[])[];
  readonly loaded: number;
  readonly of: number;
  /** The assistants of which nothing could be had: what they said is in no row. */
  readonly failed: readonly string[];
}

interface FindSource {
  readonly scan: string;
  readonly slug: string;
  readonly model: string;
}

/** The rows of some scans, as they come; nothing suspends, so that the first can be read while others are on their way. */
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
    // A board of several scans is searched in all of them.
    const isBoard = index.board !== null && wanted.has(index.board);
    const named = index.scans.filter(({ scan }) => wanted.has(scan));
    const briefs = named.length === 0 && isBoard ? index.scans : named;
    return briefs.flatMap(({ scan, models }) =>
      models.map(({ slug, model_id }) => ({ scan, slug, model: model_id })),
    );
  }, [index, key]);
}

/** By path: rows, or null where they could not be had. */
const kept = new Map<string, readonly FindRow[] | null>();

/** Two at a time: one is read while the next is on its way. */
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
  // The first alone: whoever searches waits for it.
  await work(1);
  await Promise.all(Array.from({ length: AT_ONCE }, () => work()));
}

function pathOf({ scan, slug }: FindSource): string {
  return chunkPath.find(scan, slug);
}

async function readRows(source: FindSource): Promise<readonly FindRow[]> {
  const { scan, slug } = source;
  const folder = chunkPath.conversation(scan, "").replace(/\.json$/, "");
  // Written by the same version's builders, and checked there.
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
    // The rows hold all of it.
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
