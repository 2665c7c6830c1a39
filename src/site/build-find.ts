import { slugOf } from "../domain/keys.ts";
import { type FindConversation, type FindIndex, findConversation } from "../text/find/find-conversation.ts";
import { modelBriefs } from "./briefs.ts";
import { buildConversation } from "./pages/build-conversation.ts";
import { showHidden } from "./show-hidden.ts";
import type { SiteCorpus, SiteScan } from "./site-ports.ts";

/** What can be searched of one assistant, each conversation made when it is asked for. */
interface OpenFindIndex {
  readonly head: Omit<FindIndex, "conversations">;
  readonly conversations: AsyncIterable<FindConversation>;
}

/** Everything that one assistant said and was told, and what was decided of it; `null` for one that is not in the scan. */
export function openFindIndex(scan: SiteScan, corpus: SiteCorpus, slug: string): OpenFindIndex | null {
  const { facts } = scan;
  const model = modelBriefs(facts).find((brief) => brief.slug === slug);
  if (model === undefined) return null;
  // One after the other: all of them at once take many times what is kept of them.
  async function* conversations() {
    for (const { transcript_id: id } of facts.scorecards) {
      if (slugOf(id) !== slug) continue;
      const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
      yield findConversation(buildConversation(facts, corpus, transcript, rows));
    }
  }
  return { head: { scan: facts.scan, model_id: model.model_id, slug }, conversations: conversations() };
}

/** The same, all at once. */
export async function buildFindIndex(
  scan: SiteScan,
  corpus: SiteCorpus,
  slug: string,
): Promise<FindIndex | null> {
  const open = openFindIndex(scan, corpus, slug);
  return open && { ...open.head, conversations: await Array.fromAsync(open.conversations) };
}

/** The very text of it, conversation by conversation. */
export async function* writeFindIndex({ head, conversations }: OpenFindIndex): AsyncGenerator<string> {
  let before = `${JSON.stringify(showHidden(head)).slice(0, -1)},"conversations":[`;
  for await (const conversation of conversations) {
    yield before + JSON.stringify(showHidden(conversation));
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}
