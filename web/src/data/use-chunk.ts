import { use } from "react";
import type { SiteChunk, SiteChunkKind } from "../../../src/schema/site-data.ts";
import { loadChunk } from "./load-chunk.ts";

/** A chunk that the component cannot do without: suspends until it is there. `path` comes from `chunkPath[kind]`. */
export function useChunk<Kind extends SiteChunkKind>(_kind: Kind, path: string): SiteChunk<Kind> {
  // Written by the same version's builders from the schema of this kind, and checked there.
  return use(loadChunk(path)) as SiteChunk<Kind>;
}
