import fc from "fast-check";
import { expect, test } from "vitest";
import { flatMetadata, isNestedTooDeep, isoTime, parsedOr, textsOf } from "./foreign-facts.ts";

test.for([
  ["2026-03-02T08:00:00Z", "2026-03-02T08:00:00.000Z"],
  ["2026-03-02T09:00:00+01:00", "2026-03-02T08:00:00.000Z"],
  ["2026-03-02 08:00:00.123456", "2026-03-02T08:00:00.123Z"],
  ["2026-03-02T08:00:00", "2026-03-02T08:00:00.000Z"],
  ["2026-03-02", "2026-03-02T00:00:00.000Z"],
  [1_772_438_400, "2026-03-02T08:00:00.000Z"],
  [1_772_438_400.5, "2026-03-02T08:00:00.500Z"],
  [1_772_438_400_000, "2026-03-02T08:00:00.000Z"],
  ["1772438400000000000", "2026-03-02T08:00:00.000Z"],
  [new Date(1_772_438_400_000), "2026-03-02T08:00:00.000Z"],
  ["yesterday", null],
  ["12", null],
  ["2026-13-45T00:00:00Z", null],
  [Number.NaN, null],
  [-5, null],
  [null, null],
  [{}, null],
] as const)("the time %j is %j", ([value, iso]) => {
  expect(isoTime(value)).toBe(iso);
});

test("lists and objects count as nested too deep where no tool nests so", () => {
  const deep = (levels: number) => JSON.parse(`${'[{"a":'.repeat(levels)}1${"}]".repeat(levels)}`);
  expect(isNestedTooDeep(deep(100))).toBe(false);
  expect(isNestedTooDeep(deep(101))).toBe(true);
  expect(isNestedTooDeep(deep(50_000))).toBe(true);
  expect(isNestedTooDeep("[".repeat(50_000))).toBe(false);
  expect(parsedOr(JSON.stringify(deep(101)), "a text")).toBe("a text");
  expect(parsedOr(JSON.stringify(deep(100)), "a text")).toEqual(deep(100));
});

test("metadata is flat: dotted keys, lists in JSON, nothing for null", () => {
  expect(flatMetadata({ a: 1, b: { c: "x", d: { e: true } }, f: [1, "2"], g: null, h: Number.NaN })).toEqual({
    a: 1,
    "b.c": "x",
    "b.d.e": true,
    f: '[1,"2"]',
    h: "NaN",
  });
  expect(flatMetadata("text")).toEqual({});
});

test("what is flat already stays as it is, so that it survives an export and an import", () => {
  const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(scalar, fc.dictionary(fc.string(), scalar))), (value) => {
      const flat = flatMetadata(value);
      expect(flatMetadata(JSON.parse(JSON.stringify(flat)))).toEqual(flat);
    }),
  );
});

test("labels are the texts of a list, or of a list in JSON", () => {
  expect(textsOf(["a", 1, "b"])).toEqual(["a", "b"]);
  expect(textsOf('["a"]')).toEqual(["a"]);
  expect(textsOf("a")).toEqual([]);
});
