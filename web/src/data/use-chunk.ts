/** What a component may ask of the chunks. Everything here suspends until it is there. */
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

/** A chunk that the component cannot do without: suspends until it is there. `path` comes from `chunkPath`. */
export function useChunk<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): SiteChunk<Kind> {
  const loading = useSyncExternalStore(onChunkReplaced, () => loadChunk(path));
  // Made by the same version's builder of this kind, whose type this is.
  return use(loading) as SiteChunk<Kind>;
}

/** A chunk that says more where it is there; null where it cannot be had, of which whoever needs it tells. */
export function useChunkIfThere<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): SiteChunk<Kind> | null {
  const loading = useSyncExternalStore(onChunkReplaced, () => loadChunk(path));
  // As in `useChunk`; one promise for one loading, or it would be waited for anew at every look.
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

/** A check in brief; undefined for one of another corpus. */
export function useCheckBrief(checkId: string): CheckBrief | undefined {
  return useSiteIndex().checks.find(({ mode_id }) => mode_id === checkId);
}

/** When scans were made, in words, from the first to the last; of a board of several all of them. null where nobody says. */
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

/** A run as it stands, and while a server tells of it, as it goes on. */
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
      // Its scans have boards by now, which only the index knows.
      void refreshChunk(chunkPath.index());
    });
    return () => events.close();
  }, [source, runId]);
  return { run, connection: run.state === "finished" ? "none" : connection };
}
