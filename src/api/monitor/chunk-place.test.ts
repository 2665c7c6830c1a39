import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Sha256 } from "../../schema/ids.ts";
import { readChunkAt } from "./chunk-place.ts";
import { type CutChunk, openLog } from "./open-log.ts";

const never = new AbortController().signal;
const scoring = Sha256.parse("0".repeat(64));
const nothing = { hasChunk: async () => false, readFileRead: async () => null };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chunk-place-"));
});
afterAll(() => rm(folder, { recursive: true }));

function cut(file: string, chunkSize: number, isForOthers: boolean): Promise<readonly CutChunk[]> {
  const settings = { from: "openai", by: null, chunkSize, maxBadShare: 1 } as const;
  const needs = { scoring, isForOthers, onNotice: () => {} };
  return Array.fromAsync(openLog(nothing, [file], settings, needs, never).chunks);
}

/** A record without a name, so that its line names it. */
const record = (words: string) => ({
  messages: [
    { role: "user", content: words },
    { role: "assistant", content: "I see." },
  ],
});
const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => `said ${text}`);
const line = fc.oneof(
  words.map((text) => JSON.stringify(record(text))),
  // A group of several conversations, which a chunk may split.
  fc.array(words, { minLength: 1, maxLength: 4 }).map((texts) => JSON.stringify({ data: texts.map(record) })),
  fc.constantFrom("", "  ", '{"messages": [', '{"messages": []}', "\r"),
);

test("every chunk of lines is found again at its place, and is the one that is counted here", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom("\n", ""),
      async (lines, chunkSize, end) => {
        const file = join(folder, "log.jsonl");
        await writeFile(file, lines.join("\n") + end);
        const here = (await cut(file, chunkSize, false)).map((one) => (one.isHere ? one.chunk : null));
        const others = await cut(file, chunkSize, true);
        const read = others.map((one) =>
          one.isHere ? null : readChunkAt({ ...one, file }, { from: "openai", by: null }, never),
        );
        expect(await Promise.all(read)).toEqual(here);
      },
    ),
    { numRuns: 60 },
  ));

test("a chunk of a log that was rewritten is refused, one of a log that grew is not, and what is packed has no place", async () => {
  const file = join(folder, "changing.jsonl");
  const text = ["one", "two", "six"].map((each) => `${JSON.stringify(record(each))}\n`).join("");
  await writeFile(file, text);
  const [first, second] = await cut(file, 2, true);
  if (first?.isHere !== false || second?.isHere !== false) throw new Error("it has no place");
  const again = (chunk: typeof first) => readChunkAt({ ...chunk, file }, { from: "openai", by: null }, never);
  await writeFile(file, text + text);
  expect((await again(second)).items).toHaveLength(1);
  await writeFile(file, text.replace("two", "ten"));
  await expect(again(first)).rejects.toMatchObject({ code: "IB_LOG_CHANGED" });
  expect((await again(second)).name).toBe(second.name);
  await writeFile(file, "");
  await expect(again(second)).rejects.toMatchObject({ code: "IB_LOG_CHANGED" });
  await writeFile(`${file}.gz`, gzipSync(text));
  expect((await cut(`${file}.gz`, 2, true)).map(({ isHere }) => isHere)).toEqual([true, true]);
});

test.skipIf(process.platform === "win32")(
  "what comes through a pipe has no place, whatever the pipe is called",
  async () => {
    const pipe = join(folder, "pipe.jsonl");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    const [chunks] = await Promise.all([
      cut(pipe, 2, true),
      writeFile(pipe, `${JSON.stringify(record("one"))}\n`),
    ]);
    expect(chunks.map(({ isHere }) => isHere)).toEqual([true]);
  },
);
