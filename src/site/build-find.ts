import { slugOf } from "../domain/keys.ts";
import type { FindIndex } from "../schema/site/site-find.ts";
import { createFindIndex } from "../text/find/find-conversation.ts";
import { buildConversation } from "./pages/build-conversation.ts";
import type { SiteCorpus, SiteScan } from "./site-ports.ts";

/** Everything that one assistant said and was told, and what was decided of it; `null` for one that is not in the scan. */
export async function buildFindIndex(
  scan: SiteScan,
  corpus: SiteCorpus,
  slug: string,
): Promise<FindIndex | null> {
  const { facts } = scan;
  // One after the other: all of them at once take many times what is kept of them.
  const index = createFindIndex();
  for (const { transcript_id: id } of facts.scorecards) {
    if (slugOf(id) !== slug) continue;
    const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
    index.add(buildConversation(facts, corpus, transcript, rows));
  }
  return index.finish();
}
