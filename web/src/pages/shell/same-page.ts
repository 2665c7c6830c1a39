import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../../../src/site/site-chunks.ts";
import type { ScanBrief } from "../../../../src/site/site-ports.ts";
import { loadChunk } from "../../data/load-chunk.ts";

/** Names in a page's path besides its scan. */
interface PageNames {
  readonly slug?: string;
  readonly conversation?: string;
  readonly check?: string;
  readonly scenario?: string;
}

/** Whether another scan has the current page; `brief` is null for a board of several scans. */
export async function hasSamePage(
  names: PageNames,
  scan: string,
  brief: Pick<ScanBrief, "models"> | null,
): Promise<boolean> {
  const { slug, conversation, check, scenario } = names;
  if (slug !== undefined) return brief?.models.some((model) => model.slug === slug) ?? false;
  try {
    if (conversation !== undefined) await loadChunk(chunkPath.conversation(scan, conversation));
    if (check !== undefined) await loadChunk(chunkPath.scanCheck(scan, check));
    if (scenario === undefined) return true;
    // The builder writes this path from this schema.
    const found = (await loadChunk(chunkPath.scanScenario(scan, scenario))) as SiteChunk<"scanScenario">;
    return found.models.some(({ conversations }) => conversations.length > 0);
  } catch {
    return false;
  }
}

/** Adapts the search parameters to another scan: replaces the assistants with those of that scan. */
export function searchInScan<Search extends { readonly [Key in "model" | "a" | "b"]?: string | undefined }>(
  search: Search,
  from: string,
  brief: Pick<ScanBrief, "scan" | "models"> | null,
): Search {
  if (brief === null) return search;
  const has = (slug: string) => brief.models.some((model) => model.slug === slug);
  const move = (side: string | undefined) => {
    const [scan, slug = ""] = side?.split("@") ?? [];
    if (scan !== from) return side;
    return has(slug) ? `${brief.scan}@${slug}` : undefined;
  };
  const { model } = search;
  const [a, b] = [move(search.a), move(search.b)];
  // An assistant is not compared with itself.
  const isPair = a !== b;
  return {
    ...search,
    model: model !== undefined && has(model) ? model : undefined,
    a: isPair ? a : undefined,
    b: isPair ? b : undefined,
  };
}
