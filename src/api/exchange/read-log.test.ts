/** Long because it is one table: every format and every packing gets the same tests. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, onTestFinished, test } from "vitest";
import type { BadRecord, ForeignConversation } from "../../exchange/foreign-conversation.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { type ReadLogOptions, readLog } from "./read-log.ts";

const LOGS = join(import.meta.dirname, "../../../test/fixtures/logs");
const NIGHT = [
  "user Mum was up four times last night and I have to be at work at eight.",
  "assistant That is a hard night, and a long day still to come. Did she settle in the end, or are you going in worried about her?",
  "user She settled around five. My brother says he can't come before the weekend.",
  "assistant Then the weekend is the first real help in sight. What would make the two nights until then bearable for you?",
];
const PHARMACY = [
  "user When is the pharmacy open on Saturday? Dad's box is empty on Sunday.",
  "assistant It opens at nine and closes at one on Saturday. Shall I remind you on Friday evening?",
];

/** A fixture with the names of its two conversations and some of its metadata. */
const FIXTURES = [
  [
    "chat.jsonl",
    "chat-jsonl",
    ["night", "pharmacy"],
    { metadata: { user_id: "u-381" }, labels: ["night-care"] },
  ],
  ["openai.jsonl", "openai", ["night", "pharmacy"], { metadata: { release: "2.3.0" } }],
  [
    "inspect.json",
    "inspect",
    ["night/1", "pharmacy/1"],
    { metadata: { release: "2.3.0" }, labels: ["night-care"] },
  ],
  ["promptfoo.json", "promptfoo", ["night", "pharmacy"], { metadata: { "vars.release": "2.3.0" } }],
  [
    "otel.jsonl",
    "otel",
    ["conv_5j66UpCpwteGg4YSxUnt7lPY", "0af7651916cd43dd8448eb211c80319c"],
    { metadata: { "enduser.id": "u-381", "service.version": "2.3.0" } },
  ],
  [
    "langfuse-observations.jsonl",
    "langfuse",
    ["s-night", "tr-2"],
    { metadata: { user_id: "u-381", channel: "app" }, labels: ["night-care"] },
  ],
  [
    "langsmith-runs.jsonl",
    "langsmith",
    ["f47ac10b-58cc-4372-a567-0e02b2c3d479", "018f-3"],
    { metadata: { revision_id: "2.3.0" }, labels: ["night-care"] },
  ],
  [
    "phoenix-spans.json",
    "phoenix",
    ["s-night", "t-2"],
    { metadata: { "user.id": "u-381" }, labels: ["night-care"] },
  ],
] as const;

interface Read {
  readonly conversations: readonly ForeignConversation[];
  readonly bad: readonly BadRecord[];
}

async function readAll(
  files: string | readonly string[],
  from: ImportFormat,
  more: Partial<ReadLogOptions> = {},
): Promise<Read> {
  const bad: BadRecord[] = [];
  const signal = new AbortController().signal;
  const options = {
    from,
    maxBadShare: 1,
    onBad: (record: BadRecord) => void bad.push(record),
    signal,
    ...more,
  };
  const conversations = await Array.fromAsync(readLog([files].flat(), options));
  return { conversations, bad };
}

const said = ({ messages }: ForeignConversation) => messages.map(({ role, content }) => `${role} ${content}`);
const fixture = (name: string) => join(LOGS, name);

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "read-log-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test.for(FIXTURES)(
  "%s: both conversations are read, with their ids, times and what is kept of them",
  async ([file, from, ids, kept]) => {
    const { conversations, bad } = await readAll(fixture(file), from);
    expect(bad).toEqual([]);
    expect(conversations.map(({ id }) => id)).toEqual(ids);
    expect(conversations.map(said)).toEqual([NIGHT, PHARMACY]);
    expect(conversations[0]).toMatchObject(kept);
    expect(conversations[0]?.systemPrompt).toMatch(/^You are Hearth/);
    for (const { at, model } of conversations) {
      expect(at).toMatch(/^2026-03-02T08:0[01]:/);
      expect(model).toMatch(/gpt-5-mini/);
    }
  },
);

test("a trace of Langfuse as its page downloads it is the turn of a session", async () => {
  const { conversations } = await readAll(fixture("langfuse-trace.json"), "langfuse");
  expect(conversations).toMatchObject([
    { id: "s-night", metadata: { trace_name: "chat-turn", user_id: "u-381" } },
  ]);
  expect(conversations.map(said)).toEqual([NIGHT.slice(0, 2)]);
});

/** Puts a record of a foreign format before the others. */
function spoiled(text: string, file: string): string {
  if (file.endsWith(".jsonl")) return `{"id": \n${text}`;
  const list = {
    "inspect.json": '"samples": [',
    "promptfoo.json": '"results": [',
    "phoenix-spans.json": '"data": [',
  }[file];
  if (list === undefined || !text.includes(list)) throw new Error(`${file} has no list`);
  return text.replace(list, `${list} {"id": 1},`);
}

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** Puts a copy of the first record, with an endlessly nested key, before the others. */
function withDeepRecord(text: string, file: string): string {
  const mark = '"deepest"';
  const deep = nested('{"a":', "}", 20_000).replace(":}", ":1}");
  if (file.endsWith(".jsonl")) return `{"id":"x","deep":${deep}}\n${text}`;
  return spoiled(text, file).replace('{"id": 1}', `{"deep": ${mark}}`).replace(mark, deep);
}

test.for(FIXTURES)(
  "%s: a record that is nested 20,000 deep is told, and the others are read",
  async ([file, from]) => {
    const text = withDeepRecord(await readFile(fixture(file), "utf8"), file);
    const { conversations, bad } = await readAll(await written(file, text), from);
    expect(bad.map(({ reason }) => reason)).toEqual([
      "lists and objects stand more than 200 deep in each other",
    ]);
    expect(conversations.map(said)).toEqual([NIGHT, PHARMACY]);
  },
);

test.for(FIXTURES)(
  "%s: a person's message of nothing but brackets is what they said",
  async ([file, from]) => {
    const asked = "When is the pharmacy open on Saturday? Dad's box is empty on Sunday.";
    const brackets = nested("[", "]", 4000);
    const text = (await readFile(fixture(file), "utf8")).replaceAll(asked, brackets);
    const { conversations, bad } = await readAll(await written(file, text), from);
    expect(bad).toEqual([]);
    expect(conversations.map(said)).toEqual([NIGHT, [`user ${brackets}`, PHARMACY[1]]]);
  },
);

test.for(FIXTURES)(
  "%s: a wrong record is told with its line, and the others are read",
  async ([file, from]) => {
    const path = await written(file, spoiled(await readFile(fixture(file), "utf8"), file));
    const { conversations, bad } = await readAll(path, from);
    expect(conversations.map(said)).toEqual([NIGHT, PHARMACY]);
    expect(bad).toMatchObject([
      { place: { file: path, line: expect.any(Number) }, reason: expect.any(String) },
    ]);
  },
);

test("a span that cannot be read takes its whole conversation with it, and no other", async () => {
  const text = await readFile(fixture("otel.jsonl"), "utf8");
  const path = await written(
    "spans.jsonl",
    text.replace('"key": "gen_ai.output.messages"', '"key": "gen_ai.lost"'),
  );
  const { conversations, bad } = await readAll(path, "otel");
  expect(conversations.map(said)).toEqual([PHARMACY]);
  expect(bad).toMatchObject([
    {
      place: { line: 1, path: ["resourceSpans", 0, "scopeSpans", 0, "spans", 0] },
      reason:
        'a call of a model without its reply; it is of the conversation "conv_5j66UpCpwteGg4YSxUnt7lPY"',
    },
  ]);
});

type OtelRecord = Readonly<Record<string, unknown>> & { readonly attributes: readonly object[] };

/** Returns the fixture's spans without their words, and log records that hold the same as events. */
async function otelEvents(eventName: string, change: (record: OtelRecord) => object = (record) => record) {
  const lines = (await readFile(fixture("otel.jsonl"), "utf8")).trimEnd().split("\n");
  const spans = lines.map((line) => line.replaceAll(/gen_ai\.(input|output)\.messages/g, "gen_ai.not_kept"));
  const logs = lines.map((line) => {
    const { resource, scopeSpans } = JSON.parse(line).resourceSpans[0];
    const logRecords = scopeSpans[0].spans.map(
      ({ traceId, spanId, startTimeUnixNano, attributes }: OtelRecord) =>
        change({ traceId, spanId, timeUnixNano: startTimeUnixNano, eventName, attributes }),
    );
    return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
  });
  return { spans, logs };
}

test("calls that OpenTelemetry logs as events are read, alone and beside their spans", async () => {
  const { spans, logs } = await otelEvents("gen_ai.client.inference.operation.details");
  for (const lines of [logs, [...spans, ...logs], [...logs, ...logs]]) {
    const { conversations, bad } = await readAll(await written("logs.jsonl", lines.join("\n")), "otel");
    expect([conversations.map(said), bad]).toEqual([[NIGHT, PHARMACY], []]);
    expect(conversations[0]?.metadata).toMatchObject({ "service.version": "2.3.0" });
  }
  const outside = await otelEvents("", ({ eventName: _, traceId: __, spanId: ___, ...record }) => ({
    ...record,
    attributes: [
      ...record.attributes,
      { key: "event.name", value: { stringValue: "gen_ai.client.inference.operation.details" } },
    ],
  }));
  const { conversations } = await readAll(await written("logs.jsonl", outside.logs.join("\n")), "otel");
  expect(conversations.map(said)).toContainEqual(NIGHT);
});

test("calls without ids of their own are told apart by where they stand, in whatever file", async () => {
  const zeros = { traceId: "0".repeat(32), spanId: "0".repeat(16) };
  const { logs } = await otelEvents("gen_ai.client.inference.operation.details", (record) => ({
    ...record,
    ...zeros,
  }));
  const lines = logs.filter((line) => line.includes("conv_5j66UpCpwteGg4YSxUnt7lPY"));
  expect(lines.length).toBeGreaterThan(1);
  const files = await Promise.all(lines.map((line) => written("logs.jsonl", line)));
  // A session counts as a conversation, in the terms of OpenInference.
  const sessions = lines.join("\n").replaceAll("gen_ai.conversation.id", "session.id");
  const all = [await written("logs.jsonl", lines.join("\n")), files, await written("logs.jsonl", sessions)];
  for (const named of all) expect((await readAll(named, "otel")).conversations.map(said)).toEqual([NIGHT]);
});

test("events with one message each are refused with what is read instead, and other log records are none", async () => {
  const { logs } = await otelEvents("gen_ai.user.message");
  const { bad } = await readAll(await written("logs.jsonl", logs.join("\n")), "otel", { maxBadShare: 1 });
  expect(bad[0]).toMatchObject({
    reason: 'an event "gen_ai.user.message", which is one message of a call',
    hint: expect.stringContaining("gen_ai.client.inference.operation.details"),
  });
  const { logs: others } = await otelEvents("session.start");
  expect(await readAll(await written("logs.jsonl", others.join("\n")), "otel")).toEqual({
    conversations: [],
    bad: [],
  });
});

test.for([
  ["gzip", gzipSync],
  ["zstd", zstdCompressSync],
] as const)(
  "a log packed with %s is read whatever it is called, by lines and as a document",
  async ([, pack]) => {
    for (const [file, from] of [
      ["otel.jsonl", "otel"],
      ["inspect.json", "inspect"],
    ] as const) {
      const path = await written("log", pack(await readFile(fixture(file))));
      expect((await readAll(path, from)).conversations.map(said)).toEqual([NIGHT, PHARMACY]);
    }
  },
);

test("a packed log that ends too early is an error, not a shorter log", async () => {
  const packed = gzipSync(await readFile(fixture("chat.jsonl")));
  const path = await written("chat.jsonl.gz", packed.subarray(0, packed.length - 20));
  const early = { code: "IB_DAMAGED_PACK", message: `${path}: it cannot be unpacked: it ends too early.` };
  await expect(readAll(path, "chat-jsonl")).rejects.toMatchObject(early);
  const document = (await readFile(fixture("inspect.json"), "utf8")).slice(0, -200);
  await expect(readAll(await written("log.json", document), "inspect")).rejects.toMatchObject({
    code: "IB_UNREADABLE_IMPORT",
  });
});

/** Frames as other programs write them: with and without a checksum or a size, a skippable one, an empty one. */
const frameOptions = [
  {},
  { params: { [constants.ZSTD_c_checksumFlag]: 1 } },
  { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } },
  { params: { [constants.ZSTD_c_windowLog]: 10, [constants.ZSTD_c_compressionLevel]: 1 } },
];
/** Frames that pzstd and seekable files insert. */
const SKIPPED = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

test("zstd in any number of frames is read whole, from a file and from a pipe, however it comes", async () => {
  const line = await readFile(fixture("chat.jsonl"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ options: fc.constantFrom(...frameOptions), after: fc.boolean() }), {
        maxLength: 4,
      }),
      fc.array(fc.integer({ min: 0, max: line.length }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 900 }),
      async (frames, cuts, size) => {
        const places = [0, ...cuts.slice(0, frames.length).toSorted((a, b) => a - b), line.length];
        const packed = Buffer.concat(
          places.slice(1).flatMap((end, index) => {
            const { options = {}, after = false } = frames[index] ?? {};
            return [
              zstdCompressSync(line.subarray(places[index], end), options),
              ...(after ? [SKIPPED] : []),
            ];
          }),
        );
        const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_, index) =>
          packed.subarray(index * size, (index + 1) * size),
        );
        const { conversations } = await readAll("-", "chat-jsonl", { stdin: Readable.from(pieces) });
        expect(conversations.map(said)).toEqual([NIGHT, PHARMACY]);
      },
    ),
    { numRuns: 40 },
  );
  const frame = zstdCompressSync(line);
  const long = zstdCompressSync(Buffer.alloc(400_000, "\n"));
  const path = await written("chat.jsonl.zst", Buffer.concat([SKIPPED, frame, long, frame]));
  expect((await readAll(path, "chat-jsonl")).conversations.map(said)).toEqual([
    NIGHT,
    PHARMACY,
    NIGHT,
    PHARMACY,
  ]);
  for (const [damaged, problem] of [
    [Buffer.concat([frame, frame.subarray(0, -5)]), "it ends in the middle of a frame of zstd"],
    [Buffer.concat([frame, Buffer.from("{}")]), "what follows its frames of zstd is none"],
  ] as const) {
    const reading = readAll("-", "chat-jsonl", { stdin: Readable.from([damaged]) });
    await expect(reading).rejects.toMatchObject({
      code: "IB_DAMAGED_PACK",
      message: `stdin: it cannot be unpacked: ${problem}.`,
    });
  }
});

test("gzip of several members is read whole", async () => {
  const packed = gzipSync(await readFile(fixture("chat.jsonl")));
  const path = await written("chat.jsonl.gz", Buffer.concat([packed, packed]));
  expect((await readAll(path, "chat-jsonl")).conversations.map(said)).toEqual([
    NIGHT,
    PHARMACY,
    NIGHT,
    PHARMACY,
  ]);
});

test("zero bytes may follow what gzip packed, and nothing may follow them", async () => {
  const packed = gzipSync(await readFile(fixture("chat.jsonl")));
  const damaged = {
    code: "IB_DAMAGED_PACK",
    message: expect.stringContaining("zero bytes stand in its middle"),
  };
  for (const size of [7, 100, packed.length, 1e6]) {
    const read = (...parts: readonly Uint8Array[]) => {
      const bytes = Buffer.concat(parts);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      return readAll("-", "chat-jsonl", { stdin: Readable.from(pieces) });
    };
    const { conversations } = await read(packed, packed, Buffer.alloc(512));
    expect(conversations.map(said)).toEqual([NIGHT, PHARMACY, NIGHT, PHARMACY]);
    await expect(read(packed, Buffer.alloc(512), packed)).rejects.toMatchObject(damaged);
  }
});

async function rowsOf(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(fixture(file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
}

const compressors = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
};

/** Builds a column for every key; structured values are JSON, as in LangSmith's bulk export. */
function parquetOf(rows: readonly Record<string, unknown>[], codec: "SNAPPY" | "GZIP" | "ZSTD"): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columnData = names.map((name) => ({
    name,
    type: "STRING" as const,
    data: rows.map((row) => {
      const cell = row[name] ?? null;
      return cell === null || typeof cell === "string" ? cell : JSON.stringify(cell);
    }),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, codec, compressors, rowGroupSize: 1 }));
}

test.for(["SNAPPY", "GZIP", "ZSTD"] as const)(
  "Parquet with columns packed by %s is read row by row",
  async (codec) => {
    for (const [file, from] of [
      ["langsmith-runs.jsonl", "langsmith"],
      ["chat.jsonl", "chat-jsonl"],
    ] as const) {
      const path = await written("rows.parquet", parquetOf(await rowsOf(file), codec));
      expect((await readAll(path, from)).conversations.map(said)).toEqual([NIGHT, PHARMACY]);
    }
  },
);

test("a data frame of Phoenix in Parquet has a column for every attribute", async () => {
  const { data } = JSON.parse(await readFile(fixture("phoenix-spans.json"), "utf8"));
  const rows = data.map(({ context, attributes, ...span }: Record<string, Record<string, unknown>>) => {
    const { "session.id": session, "llm.model_name": model, ...others } = attributes ?? {};
    const messages = (key: string) => {
      const role = (index: number) => others[`llm.${key}.${index}.message.role`];
      const count = [0, 1, 2, 3].filter((index) => role(index) !== undefined);
      return count.map((index) => ({
        "message.role": role(index),
        "message.content": others[`llm.${key}.${index}.message.content`],
      }));
    };
    return {
      ...span,
      "context.trace_id": context?.["trace_id"],
      "context.span_id": context?.["span_id"],
      "attributes.session.id": session,
      "attributes.llm.model_name": model,
      "attributes.llm.input_messages": messages("input_messages"),
      "attributes.llm.output_messages": messages("output_messages"),
    };
  });
  const path = await written("spans.parquet", parquetOf(rows, "SNAPPY"));
  expect((await readAll(path, "phoenix")).conversations.map(said)).toEqual([NIGHT, PHARMACY]);
});

test("a log is piped in; Parquet is not, because it is read from its end", async () => {
  const stdin = async function* (content: Uint8Array) {
    for (let at = 0; at < content.length; at += 100) yield content.subarray(at, at + 100);
  };
  const piped = { stdin: stdin(gzipSync(await readFile(fixture("phoenix-spans.json")))) };
  expect((await readAll("-", "phoenix", piped)).conversations.map(said)).toEqual([NIGHT, PHARMACY]);
  const parquet = { stdin: stdin(parquetOf(await rowsOf("chat.jsonl"), "SNAPPY")) };
  await expect(readAll("-", "chat-jsonl", parquet)).rejects.toThrow(/cannot be piped in/);
});

test.for([
  ["chat-jsonl", "", "\n", ""],
  ["inspect", '{"eval":{"model":"a/b"},"samples":[', ",", "]}"],
] as const)(
  "a conversation of %s comes before the log is read to its end",
  async ([from, begin, between, end]) => {
    const line = {
      epoch: 1,
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
      ],
    };
    let pulled = 0;
    const stdin = async function* () {
      yield begin;
      for (pulled = 1; pulled <= 1000; pulled += 1)
        yield `${JSON.stringify({ id: `c${pulled}`, ...line })}${between}`;
      yield `${JSON.stringify({ id: "last", ...line })}${end}`;
    };
    const pulledAt: number[] = [];
    const options = {
      from,
      maxBadShare: 0,
      onBad: () => {},
      signal: new AbortController().signal,
      stdin: stdin(),
    };
    for await (const _ of readLog(["-"], options)) pulledAt.push(pulled);
    expect(pulledAt).toHaveLength(1001);
    expect(pulledAt[0]).toBeLessThan(10);
    expect(pulledAt[500]).toBeLessThan(510);
  },
);

const GOOD = JSON.stringify({
  id: "a",
  messages: [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hi" },
  ],
});

test("more bad records than may be stop it, and all of them were told", async () => {
  const lines = Array.from({ length: 98 }, (_, index) => GOOD.replace('"a"', `"${index}"`));
  const path = await written("chats.jsonl", ["{", ...lines, '{"id":"x"}', ""].join("\n"));
  const bad: BadRecord[] = [];
  const onBad = (record: BadRecord) => void bad.push(record);
  await expect(readAll(path, "chat-jsonl", { maxBadShare: 0.01, onBad })).rejects.toMatchObject({
    code: "IB_TOO_MANY_BAD_RECORDS",
    message: expect.stringMatching(
      /^2 of 100 records cannot be read, and at most 1% may:\n.*chats\.jsonl:1: not JSON.*\n.*chats\.jsonl:100: messages/,
    ),
  });
  expect(bad.map(({ place }) => place.line)).toEqual([1, 100]);
  expect((await readAll(path, "chat-jsonl", { maxBadShare: 0.02 })).conversations).toHaveLength(98);
  await expect(readAll(path, "chat-jsonl", { maxBadShare: 0 })).rejects.toThrow(/at most 0% may/);
});

test("a wrong file is not read to its end", async () => {
  let pulled = 0;
  const stdin = async function* () {
    for (pulled = 1; pulled <= 100_000; pulled += 1) yield "{}\n";
  };
  await expect(readAll("-", "chat-jsonl", { maxBadShare: 0.01, stdin: stdin() })).rejects.toThrow(
    /1000 of 1000 records/,
  );
  expect(pulled).toBeLessThan(2000);
});
