import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showHidden } from "./show-hidden.ts";

describe("show hidden", () => {
  test("what nobody can see is named wherever it stands, but for a message, whose offsets count it", () => {
    const chunk = { title: "a\u202Eb", lanes: [{ quote: "\u200B" }], messages: [{ content: "c\u202Ed" }] };
    expect(showHidden(chunk)).toEqual({
      title: "a⟦U+202E⟧b",
      lanes: [{ quote: "⟦U+200B⟧" }],
      messages: [{ content: "c\u202Ed" }],
    });
  });

  test("a chunk with nothing hidden in it comes out as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme-ascii" }), (value) => {
        expect(showHidden({ value })).toEqual({ value });
      }),
    );
  });
});
