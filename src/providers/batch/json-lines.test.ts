import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLines } from "./json-lines.ts";

/** Cuts the bytes at these places, including inside lines and characters. */
async function* cutAt(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function read(text: string, places: readonly number[] = [], longestBytes = 1000): Promise<unknown[]> {
  return Array.fromAsync(jsonLines(cutAt(Buffer.from(text), places), longestBytes));
}

const anyLines = fc.array(fc.jsonValue().map((value) => JSON.stringify(value)));
const anyPlaces = fc.array(fc.nat(5000), { maxLength: 20 });

test("the lines are the same wherever the network cuts them, with or without an end to the last", async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, anyPlaces, fc.constantFrom("", "\n", "\r\n\n"), async (lines, places, end) => {
      const text = lines.join("\n") + end;
      expect(await read(text, places, Number.POSITIVE_INFINITY)).toEqual(
        lines.map((line) => JSON.parse(line)),
      );
    }),
  );
});

test("a character that lies across two chunks is whole", async () => {
  expect(await read('{"said":"“🫂”"}\n', [10, 11, 12, 13, 14, 15])).toEqual([{ said: "“🫂”" }]);
});

test("what is no JSON, or too long, counts as a line and costs no other", async () => {
  const long = JSON.stringify("x".repeat(50));
  expect(await read(`1\n{"half\n${long}\n2\n${long}`, [20, 40], 40)).toEqual([
    1,
    undefined,
    undefined,
    2,
    undefined,
  ]);
});
