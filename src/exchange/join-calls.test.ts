import { expect, test } from "vitest";
import { BadImportError } from "./errors.ts";
import { joinCalls } from "./join-calls.ts";
import type { LoggedCall, LoggedSpan } from "./logged-span.ts";
import { OpenConversations } from "./open-conversations.ts";

const place = { file: "spans.jsonl", line: 1, path: [] };

/** `u1` is a user message, `a1` a reply, `s1` an instruction. */
const message = (word: string) => ({
  message: {
    role: ({ u: "user", a: "assistant", s: "system", t: "tool" } as const)[word.slice(0, 1) as "u"], // Words start with one of these letters.
    content: word,
  },
  place,
});

let clock = 0;
function span(
  asked: string,
  replied: string,
  more: Partial<LoggedSpan> = {},
  call: Partial<LoggedCall> = {},
): LoggedSpan {
  clock += 1;
  const words = (text: string) => text.split(" ").filter(Boolean).map(message);
  return {
    place,
    spanId: `span-${clock}`,
    traceId: "trace",
    sessionId: null,
    at: new Date(Date.UTC(2026, 0, 1) + clock * 1000).toISOString(),
    call: {
      kind: "model",
      model: "m",
      scenarioId: null,
      asked: words(asked),
      replied: words(replied),
      ...call,
    },
    fault: null,
    metadata: {},
    labels: [],
    ...more,
  };
}

const joined = (...spans: readonly LoggedSpan[]) =>
  joinCalls("c", spans)
    ?.messages.map(({ content }) => content)
    .join(" ");

test("a call is sent all that was said before, its last part, or only what is new", () => {
  expect(joined(span("s1 u1", "a1"), span("s1 u1 a1 u2", "a2"))).toBe("u1 a1 u2 a2");
  expect(joined(span("u1", "a1"), span("u1 a1 u2", "a2"), span("u2 a2 u3", "a3"))).toBe("u1 a1 u2 a2 u3 a3");
  expect(joined(span("s1 u1", "a1"), span("s1 u2", "a2"), span("u3", "a3"))).toBe("u1 a1 u2 a2 u3 a3");
  expect(joined(span("", "a0"), span("a0 u1", "a1"))).toBe("a0 u1 a1");
});

test("calls are in the order of their times, and a call that failed is made up for by the next", () => {
  const [first, second] = [span("u1", "a1"), span("u1 a1 u2", "a2")];
  expect(joined(second, first)).toBe("u1 a1 u2 a2");
  expect(joined(span("u1", ""), span("u1", "a1"))).toBe("u1 a1");
});

test("what is told twice of a span is one, and other words under its name are joined or refused, never dropped", () => {
  const spanId = "same";
  const first = () => span("u1", "a1", { spanId });
  expect(joined(first(), first(), { ...first(), call: null })).toBe("u1 a1");
  expect(joined(first(), span("u1 a1 u2", "a2", { spanId }))).toBe("u1 a1 u2 a2");
  expect(joined(first(), span("u2", "a2", { spanId }))).toBe("u1 a1 u2 a2");
  expect(() => joined(first(), span("u1", "a9", { spanId }))).toThrow("it was sent the beginning again");
  const whole = span("u1", "a1", { spanId }, { kind: "whole" });
  expect(joined(whole, first(), span("u2", "a2"))).toBe("u1 a1 u2 a2");
});

test("of a call that is told in part and in full, the full telling is read, whichever comes first", () => {
  const spanId = "same";
  const full = () => span("s1 u1 a1 u2", "a2", { spanId });
  for (const [asked, replied] of [
    ["", "a2"],
    ["s1 u1 a1 u2", ""],
    ["u2", "a2"],
  ] as const) {
    const part = () => span(asked, replied, { spanId });
    expect(joined(full(), part())).toBe("u1 a1 u2 a2");
    expect(joined(part(), full())).toBe("u1 a1 u2 a2");
  }
  expect(joined(span("u1", "", { spanId }), span("", "a1", { spanId }))).toBe("u1 a1");
});

test("what an agent tells over again is only needed where its calls are not there", () => {
  const whole = (asked: string, replied: string) => span(asked, replied, {}, { kind: "whole", model: null });
  expect(joined(whole("u1", "a1"), span("u1", "a1"))).toBe("u1 a1");
  expect(joined(whole("u1", "a1"), whole("u1 a1 u2", "a2"))).toBe("u1 a1 u2 a2");
  expect(joinCalls("c", [span("u1", "a1", { call: null })])).toBeNull();
});

test.for([
  [span("s1 u1", "a1"), span("s2 u1 a1", "a2 title"), "u1 a1 a2"],
  [span("s1 u1", "a1"), span("s2 u9", "a9"), "it has other instructions"],
  [span("u1", "a1"), span("u1", "a9"), "it was sent the beginning again"],
  [span("u1", "a1"), span("u8 a8 u9", "a9"), "it was sent replies that are not in it"],
] as const)(
  "calls that are not one conversation are refused, not guessed at: %#",
  ([first, second, said]) => {
    if (said.startsWith("it ")) expect(() => joined(first, second)).toThrow(said);
    else expect(joined(first, second)?.replaceAll("\n\n", " ")).toContain(said);
  },
);

test("several models in one conversation are named together, and what the first span says of it is believed", () => {
  const first = span("u1", "a1", { metadata: { release: "1" }, labels: ["x"] }, { model: "z/one" });
  const second = span(
    "u2",
    "a2",
    { metadata: { release: "2", user: "u" }, labels: ["x", "y"] },
    { model: "a/two" },
  );
  expect(joinCalls("c", [first, second])).toMatchObject({
    model: "a/two+z/one",
    metadata: { release: "1", user: "u" },
    labels: ["x", "y"],
  });
});

const ids = (groups: Iterable<{ readonly id: string }>) => [...groups].map(({ id }) => id);
const of = (traceId: string, sessionId: string | null) => span("u1", "a1", { traceId, sessionId });
const mention = (traceId: string, sessionId: string | null) => ({ ...of(traceId, sessionId), call: null });

test("a trace is of the session that any of its spans names, whichever comes first", () => {
  const open = new OpenConversations();
  const spans = [
    of("t1", null),
    mention("t1", "s"),
    of("t2", "s"),
    of("t3", null),
    of("t4", null),
    mention("t4", "s"),
  ];
  for (const each of spans) expect(ids(open.add(each))).toEqual([]);
  const groups = [...open.end()];
  expect(
    groups.map(({ id, spans: own }) => [
      id,
      own.filter(({ call }) => call !== null).map(({ traceId }) => traceId),
    ]),
  ).toEqual([
    ["s", ["t1", "t2", "t4"]],
    ["t3", ["t3"]],
  ]);
});

test("too much at a time closes what was not met for longest, and a log that goes back to it is refused", () => {
  const open = new OpenConversations({ conversations: 2, characters: 1e6 });
  expect(ids(open.add(of("t1", null)))).toEqual([]);
  expect(ids(open.add(of("t2", null)))).toEqual([]);
  expect(ids(open.add(of("t1", null)))).toEqual([]);
  expect(ids(open.add(of("t3", "s")))).toEqual(["t2"]);
  expect(ids(open.add(mention("t2", null)))).toEqual([]);
  expect(() => [...open.add(of("t2", null))]).toThrow(/"t2" goes on here/);
  expect(ids(open.end())).toEqual(["t1", "s"]);
  const small = new OpenConversations({ conversations: 10, characters: 1200 });
  expect(["a", "b", "c", "d"].flatMap((id) => ids(small.add(of(id, null))))).toEqual(["a", "b"]);
});

test("one span that cannot be read is the end of its conversation", () => {
  const fault = new BadImportError(place, "no words", "Mend it.");
  expect(() => joined(span("u1", "a1"), { ...of("t", null), call: null, fault })).toThrow(
    'no words; it is of the conversation "c"',
  );
});
