import { chunkPath } from "../../../src/schema/site-data.ts";
import type { SiteIndex } from "../../../src/schema/site-index.ts";
import { isChunkKept, loadChunk, refreshChunk } from "./load-chunk.ts";

/** What there is as it stands: asked for again where a folder of results is looked at while it changes. */
export async function loadIndex(): Promise<SiteIndex> {
  const path = chunkPath.index();
  const isKept = isChunkKept(path);
  const known = await readIndex(path);
  if (!isKept || known.source !== "live") return known;
  await refreshChunk(path);
  return readIndex(path);
}

async function readIndex(path: string): Promise<SiteIndex> {
  // The index chunk is written from this schema.
  return (await loadChunk(path)) as SiteIndex;
}
