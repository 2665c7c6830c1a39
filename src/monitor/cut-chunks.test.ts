import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf, cutChunks, readContent } from "./cut-chunks.ts";
import type { LoggedConversation } from "./look-for-words.ts";

const anyConversation: fc.Arbitrary<LoggedConversation> = fc.record({
  id: fc.string({ unit: "grapheme" }),
  model: fc.option(fc.string()),
  at: fc.constantFrom(null, "2026-11-01T10:00:00.000Z"),
  label: fc.option(fc.string()),
  messages: fc.array(
    fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.string({ unit: "grapheme" }) }),
  ),
});
const someConversations = fc.array(anyConversation, { maxLength: 30 });

async function cut(conversations: readonly LoggedConversation[], size: number) {
  const stream = (async function* () {
    yield* conversations;
  })();
  return Array.fromAsync(cutChunks(stream, size, (_, content) => content));
}

test("what a conversation says is written down and read again", () => {
  fc.assert(
    fc.property(anyConversation, (conversation) => {
      expect(readContent(contentOf(conversation))).toEqual(conversation);
    }),
  );
});

test("every conversation is in one chunk, in order, and no chunk is larger than was asked for", async () => {
  await fc.assert(
    fc.asyncProperty(someConversations, fc.integer({ min: 1, max: 8 }), async (conversations, size) => {
      const chunks = await cut(conversations, size);
      expect(chunks.flatMap(({ items }) => items.map(readContent))).toEqual(conversations);
      expect(chunks.every(({ items }) => items.length > 0 && items.length <= size)).toBe(true);
    }),
  );
});

test("a log that grew has the chunks that it had, but for the last", async () => {
  await fc.assert(
    fc.asyncProperty(someConversations, someConversations, async (before, more) => {
      const [old, grown] = [await cut(before, 4), await cut([...before, ...more], 4)];
      const whole = old.filter(({ items }) => items.length === 4);
      expect(grown.slice(0, whole.length).map(({ name }) => name)).toEqual(whole.map(({ name }) => name));
    }),
  );
});

test("other words, another time or another label are another chunk", async () => {
  const one: LoggedConversation = {
    id: "a",
    model: null,
    at: null,
    label: null,
    messages: [{ role: "user", content: "Hello." }],
  };
  const others = [
    one,
    { ...one, label: "v2" },
    { ...one, at: "2026-11-01T10:00:00.000Z" },
    { ...one, messages: [{ role: "user" as const, content: "Hello!" }] },
  ];
  const names = await Promise.all(others.map(async (each) => (await cut([each], 4))[0]?.name));
  expect(new Set(names).size).toBe(others.length);
});
