/** Hooks for chunks. All of them suspend until the chunk is loaded. */
import { use, useEffect, useState, useSyncExternalStore } from "react";
import { formatDates } from "../../../src/domain/number-words.ts";
import {
  type ChunkPath,
  chunkPath,
  dateName,
  runEventsPath,
  type SiteChunkKind,
} from "../../../src/schema/site-paths.ts";
import type { RunPage } from "../../../src/site/build-run-page.ts";
import type { CheckBrief, SiteIndex } from "../../../src/site/pages/build-index.ts";
import type { SiteChunk } from "../../../src/site/site-chunks.ts";
import { loadChunk, onChunkReplaced, refreshChunk, replaceChunk } from "./load-chunk.ts";

/** Loads a chunk that the component requires: suspends until it is loaded. `path` comes from `chunkPath`. */
export function useChunk<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): SiteChunk<Kind> {
  const loading = useSyncExternalStore(onChunkReplaced, () => loadChunk(path));
  // A builder of the same version made it and has this type.
  return use(loading) as SiteChunk<Kind>;
}

/** Loads an optional chunk; null if it is not available. A component that needs it then says so. */
export function useChunkIfThere<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): SiteChunk<Kind> | null {
  const loading = useSyncExternalStore(onChunkReplaced, () => loadChunk(path));
  // As in `useChunk`. It keeps one promise per request, or React would wait again at every render.
  return use(withoutFailure(loading)) as SiteChunk<Kind> | null;
}

const settled = new WeakMap<Promise<unknown>, Promise<unknown>>();

function withoutFailure(loading: Promise<unknown>): Promise<unknown> {
  const known = settled.get(loading) ?? loading.catch(() => null);
  settled.set(loading, known);
  return known;
}

export function useSiteIndex(): SiteIndex {
  return useChunk(chunkPath.index());
}

/** Returns a short form of the check; undefined for one of another corpus. */
export function useCheckBrief(checkId: string): CheckBrief | undefined {
  return useSiteIndex().checks.find(({ mode_id }) => mode_id === checkId);
}

/** Returns the dates of scans in words, from first to last, of all scans for a board of several. Returns null if none is known. */
export function useScanDate(...named: readonly (string | null)[]): string | null {
  const { scans, board } = useSiteIndex();
  const shown = scans.filter(({ scan }) => named.includes(scan));
  const isBoard = shown.length === 0 && named.includes(board);
  const made = (isBoard ? scans : shown).flatMap((it) => it.created_at ?? []);
  const told = document.querySelector<HTMLMetaElement>(`meta[name="${dateName}"]`)?.content;
  return formatDates(made.length === 0 && told !== undefined ? [told] : made);
}

export interface LiveRun {
  readonly run: RunPage;
  readonly connection: "live" | "lost" | "none";
}

/** Returns a run, with live updates while a server sends them. */
export function useLiveRun(runId: string): LiveRun {
  const { source } = useSiteIndex();
  const run = useChunk(chunkPath.run(runId));
  const [connection, setConnection] = useState<LiveRun["connection"]>("none");
  useEffect(() => {
    if (source !== "live") return;
    const events = new EventSource(runEventsPath(runId));
    events.addEventListener("open", () => setConnection("live"));
    events.addEventListener("error", () => setConnection("lost"));
    events.addEventListener("progress", ({ data }) => {
      // The server sends a run chunk.
      const told = JSON.parse(String(data)) as RunPage;
      replaceChunk(chunkPath.run(runId), told);
      if (told.state !== "finished") return;
      events.close();
      // Its scans may have boards by now; only the index lists them.
      void refreshChunk(chunkPath.index());
    });
    return () => events.close();
  }, [source, runId]);
  return { run, connection: run.state === "finished" ? "none" : connection };
}
