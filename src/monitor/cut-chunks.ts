import { createHash } from "node:crypto";
import { type Role, Sha256 } from "../schema/ids.ts";
import type { LoggedConversation } from "./look-for-words.ts";

/** Some conversations of one file that are counted together. The name comes from their content. */
export interface Chunk<Item> {
  readonly name: Sha256;
  readonly items: readonly Item[];
}

/** Maximum text in memory at a time, however long conversations are. */
const MOST_CHARACTERS = 16_000_000;

/**
 * Cuts one file's conversations into chunks, in order. A file that only grew has the same chunks as before except the
 * last one, so earlier counts are found again by name.
 */
export async function* cutChunks<Conversation extends LoggedConversation, Item>(
  conversations: AsyncIterable<Conversation>,
  size: number,
  /** Selects the data to keep of a conversation until its chunk is complete. */
  keep: (conversation: Conversation, content: string) => Item,
): AsyncGenerator<Chunk<Item>> {
  let items: Item[] = [];
  let hash = createHash("sha256");
  let characters = 0;
  const finish = (): Chunk<Item> => {
    const finished = { name: Sha256.parse(hash.digest("hex")), items };
    items = [];
    hash = createHash("sha256");
    characters = 0;
    return finished;
  };
  for await (const conversation of conversations) {
    const content = contentOf(conversation);
    if (items.length > 0 && characters + content.length > MOST_CHARACTERS) yield finish();
    hash.update(content);
    characters += content.length;
    items.push(keep(conversation, content));
    if (items.length === size) yield finish();
  }
  if (items.length > 0) yield finish();
}

/** Writes what a conversation's counts, hits and place in a sample depend on, as one line of JSON. */
export function contentOf({ id, model, at, label, messages }: LoggedConversation): string {
  const said = messages.map(({ role, content }) => [role, content]);
  return `${JSON.stringify([id, model, at, label, said])}\n`;
}

type Content = readonly [
  id: string,
  model: string | null,
  at: string | null,
  label: string | null,
  said: readonly (readonly [Role, string])[],
];

/** Reads a conversation that `contentOf` wrote. */
export function readContent(line: string): LoggedConversation {
  const [id, model, at, label, said] = JSON.parse(line) as Content; // The line has the form written above.
  return { id, model, at, label, messages: said.map(([role, content]) => ({ role, content })) };
}
