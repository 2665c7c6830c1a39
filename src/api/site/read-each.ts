import { BenchError } from "../../kernel/bench-error.ts";
import type { Unreadable } from "../../schema/site-index.ts";
import type { Listed } from "../../site/site-ports.ts";

/** Reads one after the other; what cannot be read is named, and does not stand in the way of the rest. */
export async function readEach<Source, Item>(
  sources: readonly Source[],
  nameOf: (source: Source) => string,
  read: (source: Source) => Promise<Item>,
): Promise<Listed<Item>> {
  const items: Item[] = [];
  const unreadable: Unreadable[] = [];
  for (const source of sources) {
    try {
      items.push(await read(source));
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      unreadable.push({ name: nameOf(source), problem: error.message });
    }
  }
  return { items, unreadable };
}
