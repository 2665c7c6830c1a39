import { expect, test } from "vitest";
import * as z from "zod";
import { kept } from "../../schema/kept.ts";
import { redactBySchema, redactText } from "./redact-by-schema.ts";

test("a string goes unless its schema says that it stays, however deep and under whatever name", () => {
  const schema = z.strictObject({
    id: kept("a name").regex(/^[a-z]+$/),
    at: z.iso.datetime(),
    kind: z.enum(["a", "b"]),
    note: z.string().nullable(),
    list: z.array(z.strictObject({ words: z.string().optional(), number: z.int() })),
    named: z.record(z.string(), z.string()),
    counted: z.record(kept("a name"), z.int()),
  });
  const value = schema.parse({
    id: "ann",
    at: "2026-01-01T00:00:00.000Z",
    kind: "b",
    note: "hello",
    list: [{ words: "hello", number: 1 }, { number: 2 }],
    named: { ann: "hello" },
    counted: { ann: 1 },
  });
  const hello = redactText("hello");
  expect(redactBySchema(schema, value)).toEqual({
    ...value,
    note: hello,
    list: [{ words: hello, number: 1 }, { number: 2 }],
    named: { [redactText("ann")]: hello },
  });
});

test("where one option of a union keeps a string and another takes it for words, it goes", () => {
  const schema = z.union([kept("a name").regex(/^[a-z]+$/), z.string(), z.number(), z.null()]);
  expect(redactBySchema(schema, "ann")).toBe(redactText("ann"));
  expect(redactBySchema(schema, 3)).toBe(3);
  expect(redactBySchema(schema, null)).toBe(null);
});

test("a kind of schema that nobody thought of is refused, not passed over", () => {
  const schema = z.strictObject({ anything: z.unknown() });
  expect(() => redactBySchema(schema, { anything: "hello" })).toThrow('of the kind "unknown"');
});

test("a redacted text shows whether two were equal, and how long they were", () => {
  expect(redactText("yes")).toMatch(/^\[redacted sha256:[0-9a-f]{16}, 3 characters\]$/);
  expect(redactText(redactText("yes"))).toBe(redactText("yes"));
  expect(redactText("")).toBe("");
});
