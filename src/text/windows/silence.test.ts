import { expect, test } from "vitest";
import { TranscriptMessage } from "../../schema/run/transcript.ts";
import { isCut, isSilent, saysNothing } from "./silence.ts";

const reply = (content: string, more: object = {}) =>
  TranscriptMessage.parse({ turn: 1, role: "assistant", content, ...more });

test.each([[""], [" \n\t"], ["\u200b\u200d\ufeff"], ["\u2800"], ["\u00a0\u3000"], ["\u202e"], ["\u3164"]])(
  "%j shows a reader nothing",
  (content) => {
    expect(isSilent(reply(content))).toBe(true);
    expect(isSilent(reply(content, { finish_reason: "content_filter" }))).toBe(true);
  },
);

test.each([["."], ["No."], ["…"], ["👍"], ["۔"], ["\u200bx"]])("%j is something said", (content) => {
  expect(saysNothing(reply(content))).toBe(false);
});

test("an empty reply that our cap ended is cut and not silent", () => {
  for (const more of [{ finish_reason: "length" }, { truncated: true }]) {
    expect(isCut(reply("", more))).toBe(true);
    expect(isSilent(reply("", more))).toBe(false);
  }
});

test("a person may say nothing", () => {
  expect(isSilent(TranscriptMessage.parse({ turn: 1, role: "user", content: "" }))).toBe(false);
});
