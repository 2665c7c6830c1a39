import { slugOf } from "../domain/keys.ts";
import { type FindConversation, type FindIndex, findConversation } from "../text/find/find-conversation.ts";
import { modelBriefs } from "./briefs.ts";
import { buildConversation } from "./pages/build-conversation.ts";
import { showHidden } from "./show-hidden.ts";
import type { SiteCorpus, SiteScan } from "./site-ports.ts";

/** The search index of one assistant; each conversation is built on request. */
interface OpenFindIndex {
  readonly head: Omit<FindIndex, "conversations">;
  readonly conversations: AsyncIterable<FindConversation>;
}

/** Opens the index of one assistant's messages, replies and verdicts; `null` if the assistant is not in the scan. */
export function openFindIndex(scan: SiteScan, corpus: SiteCorpus, slug: string): OpenFindIndex | null {
  const { facts } = scan;
  const model = modelBriefs(facts).find((brief) => brief.slug === slug);
  if (model === undefined) return null;
  // Builds one at a time: all at once would need many times the memory of the result.
  async function* conversations() {
    for (const { transcript_id: id } of facts.scorecards) {
      if (slugOf(id) !== slug) continue;
      const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
      yield findConversation(buildConversation(facts, corpus, transcript, rows));
    }
  }
  return { head: { scan: facts.scan, model_id: model.model_id, slug }, conversations: conversations() };
}

/** Builds the whole index at once. */
export async function buildFindIndex(
  scan: SiteScan,
  corpus: SiteCorpus,
  slug: string,
): Promise<FindIndex | null> {
  const open = openFindIndex(scan, corpus, slug);
  return open && { ...open.head, conversations: await Array.fromAsync(open.conversations) };
}

/** Writes the same index as text, conversation by conversation. */
export async function* writeFindIndex({ head, conversations }: OpenFindIndex): AsyncGenerator<string> {
  let before = `${JSON.stringify(showHidden(head)).slice(0, -1)},"conversations":[`;
  for await (const conversation of conversations) {
    yield before + JSON.stringify(showHidden(conversation));
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}
