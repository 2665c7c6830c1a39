import { createRandom } from "../kernel/random.ts";

/**
 * A share of each model's conversations, at least one of each, every one equally likely; in the order they came. Whole
 * conversations, because the questions about one share what a judge has to read.
 */
export function sampleConversations<Conversation extends { readonly transcript_id: string }>(
  conversations: readonly Conversation[],
  options: { readonly share: number; readonly seed: number },
): readonly Conversation[] {
  const chosen = new Set<Conversation>();
  for (const [model, members] of Map.groupBy(conversations, modelOf)) {
    const random = createRandom(`repeat-sample/1|${options.seed}|${model}`);
    const inDrawnOrder = members
      .toSorted((a, b) => (a.transcript_id < b.transcript_id ? -1 : 1))
      .map((conversation) => ({ conversation, at: random.next() }))
      .sort((a, b) => a.at - b.at);
    const count = Math.max(1, Math.round(options.share * members.length));
    for (const { conversation } of inDrawnOrder.slice(0, count)) chosen.add(conversation);
  }
  return conversations.filter((conversation) => chosen.has(conversation));
}

function modelOf({ transcript_id }: { readonly transcript_id: string }): string {
  return transcript_id.slice(0, transcript_id.indexOf("/"));
}
