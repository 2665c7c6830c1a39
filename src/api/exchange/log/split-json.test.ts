import fc from "fast-check";
import { expect, test } from "vitest";
import { splitJson } from "./split-json.ts";

async function split(text: string, lists: readonly (readonly string[])[], size = 3) {
  const chunks = async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  return Array.fromAsync(splitJson(chunks(), lists));
}

const json = fc.json({ depthSize: "small" }).map((text): unknown => JSON.parse(text));

test("the elements of a list and what is left of the document are the document, however it is cut", () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({ before: json, items: fc.array(json), after: json }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 2),
      async ({ before, items, after }, size, indent) => {
        const document = { before, deep: { items }, after };
        const pieces = await split(JSON.stringify(document, null, indent), [["deep", "items"]], size);
        const [rest] = pieces.splice(-1);
        expect(pieces.map(({ bytes }) => JSON.parse(bytes.toString()))).toEqual(items);
        expect(pieces.map(({ path }) => path)).toEqual(items.map((_, index) => ["deep", "items", index]));
        expect(JSON.parse(String(rest?.bytes))).toEqual({ before, deep: { items: [] }, after });
        for (const { head } of pieces) expect(JSON.parse(head)).toEqual({ before, deep: { items: [] } });
      },
    ),
  ));

test("a list at the top has its elements with their lines, and a list elsewhere is left alone", async () => {
  const pieces = await split('[\n  {"a": [1, 2]},\n  "]",\n  3\n]\n', [[], ["a"]]);
  expect(pieces.map(({ bytes, line, path }) => [bytes.toString().trim(), line, path])).toEqual([
    ['{"a": [1, 2]}', 2, [0]],
    ['"]"', 3, [1]],
    ["3", 4, [2]],
    ["[]", 1, null],
  ]);
});

test("without a list all of it is left, and what is cut short is no JSON", async () => {
  expect((await split('{"a":{"data":[1]}}', [["data"]])).map(({ bytes }) => bytes.toString())).toEqual([
    '{"a":{"data":[1]}}',
  ]);
  const cut = await split('{"data":[{"a":1},{"a":', [["data"]]);
  expect(cut).toHaveLength(2);
  expect(() => JSON.parse(String(cut[1]?.bytes))).toThrow();
});
