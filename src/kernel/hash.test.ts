import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, hashOf, sha256 } from "./hash.ts";

describe("hash", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("the SHA-256 of %j is the standard's", (text, hash) => {
    expect(sha256(text)).toBe(hash);
  });

  test("text is hashed as UTF-8", () => {
    expect(sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
  });

  test("equal values hash equally, whatever their key order, composition or line ends", () => {
    expect(hashOf({ a: "e\u0301\r\n", b: 1 })).toBe(hashOf({ b: 1, a: "\u00e9\n" }));
  });

  test("the hash of a value is that of its canonical text, on every platform", () => {
    expect(hashOf({ b: [1, 2], a: null })).toBe(sha256('{"a":null,"b":[1,2]}'));
  });

  test("different values hash differently", () => {
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: "1" }));
    expect(hashOf([])).not.toBe(hashOf({}));
  });
});

describe("canonical json", () => {
  test("every character is written as NFC has it, alone and after a letter that it might join", () => {
    for (let code = 0; code < 0x20000; code += 1) {
      const text = `e${String.fromCodePoint(code)}\u0301`;
      const composed = text.normalize("NFC").replace("\r", "\n");
      if (canonicalJson(text) !== JSON.stringify(composed)) expect(canonicalJson(text)).toBe(composed);
    }
    expect(canonicalJson("caf\u00e9 \u2019 \u2014 \u{1f60a}\r\n")).toBe(
      '"caf\u00e9 \u2019 \u2014 \u{1f60a}\\n"',
    );
  });

  /** JSON whose texts are already in NFC with LF, like all output of `canonicalJson`. */
  const text = fc.string({ unit: "grapheme" }).map((raw) => raw.normalize("NFC").replace(/\r\n?/g, "\n"));
  const { json } = fc.letrec<{ json: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      text,
      // JSON has no negative zero.
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    ),
    json: fc.oneof(
      { maxDepth: 4 },
      tie("leaf"),
      fc.array(tie("json"), { maxLength: 5 }),
      fc.dictionary(text, tie("json"), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));

  function withKeysReversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withKeysReversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, withKeysReversed(member)]),
    );
  }

  test("keys are sorted by code unit at every depth and nothing is spaced", () => {
    expect(canonicalJson({ b: [1, { z: null, a: true }], a: "x", B: 0 })).toBe(
      '{"B":0,"a":"x","b":[1,{"a":true,"z":null}]}',
    );
  });

  test("strings and keys that look alike are written alike, in NFC", () => {
    expect(canonicalJson({ "cafe\u0301": "e\u0301" })).toBe('{"caf\u00e9":"\u00e9"}');
  });

  test("line ends of every platform become LF", () => {
    expect(canonicalJson("a\r\nb\rc\nd")).toBe('"a\\nb\\nc\\nd"');
  });

  test("a key whose value is undefined is absent", () => {
    expect(canonicalJson({ kept: null, dropped: undefined })).toBe('{"kept":null}');
  });

  test("two keys that are equal after NFC are refused", () => {
    expect(() => canonicalJson({ "\u00e9": 1, "e\u0301": 2 })).toThrow(/two keys/);
  });

  test.each([
    ["NaN", Number.NaN],
    ["an infinity", Number.NEGATIVE_INFINITY],
    ["a Date", new Date(0)],
    ["a Map", new Map([["a", 1]])],
    ["a class instance", new (class Point {})()],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["undefined at the top", undefined],
    ["undefined in an array", [undefined]],
  ])("%s is refused", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("a refusal says where the value sits", () => {
    expect(() => canonicalJson({ scores: [1, { mean: Number.NaN }] })).toThrow("$.scores[1].mean is NaN");
  });

  test("an object without a prototype is an object like any other", () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  test("parsing the canonical text gives the value back", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  test("the order of keys does not change the text", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(withKeysReversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});
