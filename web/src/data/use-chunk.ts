import { use, useSyncExternalStore } from "react";
import type { SiteChunk, SiteChunkKind } from "../../../src/schema/site-data.ts";
import { loadChunk, onChunkReplaced } from "./load-chunk.ts";

/** A chunk that the component cannot do without: suspends until it is there. `path` comes from `chunkPath[kind]`. */
export function useChunk<Kind extends SiteChunkKind>(_kind: Kind, path: string): SiteChunk<Kind> {
  const loading = useSyncExternalStore(onChunkReplaced, () => loadChunk(path));
  // Written by the same version's builders from the schema of this kind, and checked there.
  return use(loading) as SiteChunk<Kind>;
}
