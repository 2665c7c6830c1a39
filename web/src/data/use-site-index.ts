import { chunkPath } from "../../../src/schema/site-data.ts";
import type { CheckBrief, SiteIndex } from "../../../src/schema/site-index.ts";
import { useChunk } from "./use-chunk.ts";

export function useSiteIndex(): SiteIndex {
  return useChunk("index", chunkPath.index());
}

/** A check in brief; undefined for one of another corpus. */
export function useCheckBrief(checkId: string): CheckBrief | undefined {
  return useSiteIndex().checks.find(({ mode_id }) => mode_id === checkId);
}
