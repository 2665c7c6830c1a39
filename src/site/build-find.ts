import { slugOf } from "../domain/keys.ts";
import type { Conversation } from "../schema/site/site-conversation.ts";
import type { FindIndex } from "../schema/site/site-find.ts";
import { findIndexOf } from "../text/find/find-conversation.ts";
import { buildConversation } from "./pages/build-conversation.ts";
import type { SiteCorpus, SiteScan } from "./site-ports.ts";

/** Everything that one assistant said and was told, and what was decided of it; `null` for one that is not in the scan. */
export async function buildFindIndex(
  scan: SiteScan,
  corpus: SiteCorpus,
  slug: string,
): Promise<FindIndex | null> {
  const { facts } = scan;
  const conversations: Conversation[] = [];
  for (const { transcript_id: id } of facts.scorecards) {
    if (slugOf(id) !== slug) continue;
    const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
    conversations.push(buildConversation(facts, corpus, transcript, rows));
  }
  return findIndexOf(conversations);
}
