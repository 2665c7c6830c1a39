import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChunkPath, SiteChunkKind } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";

/** The chunk that a viewer serves at a path. */
export async function fetchChunk<Kind extends SiteChunkKind>(
  url: string,
  path: ChunkPath<Kind>,
): Promise<SiteChunk<Kind>> {
  const response = await fetch(new URL(path, url));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // The builder of this kind made it.
  return (await response.json()) as SiteChunk<Kind>;
}

/** The chunk that was published at a path. */
export async function publishedChunk<Kind extends SiteChunkKind>(
  site: string,
  path: ChunkPath<Kind>,
): Promise<SiteChunk<Kind>> {
  // As above.
  return JSON.parse(await readFile(join(site, path), "utf8")) as SiteChunk<Kind>;
}
