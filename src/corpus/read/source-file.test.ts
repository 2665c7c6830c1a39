import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSource } from "./source-file.ts";

function codes(file: string, text: string): string[] {
  return parseSource(file, text).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

test("a JSON value is what JSON.parse gives", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "medium" }), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      fc.pre(!text.includes("__proto__"));
      expect(parseSource("a.json", text)).toMatchObject({ value: JSON.parse(text), problems: [] });
    }),
  );
});

test("text that JSON.parse refuses has a problem, and text that it accepts has none but equal keys", () => {
  const piece = fc.constantFrom(
    ..."{}[]:,\"\\ \n\t0123-+.eEntrufalsx/*'",
    '"a"',
    "true",
    "null",
    "1.5",
    '{"a":',
    "\\u00",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const problems = parseSource("a.json", text).problems.filter(({ code }) => code !== "duplicate-key");
      expect(problems.length > 0).toBe(isRefusedByJsonParse(text));
    }),
    { numRuns: 2000 },
  );
});

function isRefusedByJsonParse(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

test("no text makes a parser throw", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("a.json", "a.yaml", "A"),
      fc.string({ unit: "binary", maxLength: 60 }),
      (file, text) => {
        expect(Array.isArray(parseSource(file, text).problems)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("comments and trailing commas are refused in JSON, once each", () => {
  expect(codes("a.json", '{\n  "a": 1 // no\n}')).toEqual(["malformed-json 2:10"]);
  expect(codes("a.json", '{\n  "a": 1,\n}')).toEqual(["malformed-json 3:1"]);
  expect(codes("a.json", "[1,\n2,\n]")).toEqual(["malformed-json 3:1"]);
});

test("the second of two equal keys is a problem that names the line of the first", () => {
  const [problem] = parseSource("a.json", '{\n  "a": 1,\n  "a": 2\n}').problems;
  expect(problem).toMatchObject({ code: "duplicate-key", line: 3, column: 3, excerpt: '"a"' });
  expect(problem?.message).toContain("first on line 2");
  expect(codes("a.yaml", "a: 1\nb:\n  c: 1\n  c: 2\n")).toEqual(["duplicate-key 4:3"]);
  expect(codes("a.yaml", "1: a\n'1': b\n")).toEqual(["duplicate-key 2:1"]);
});

test("keys that are equal after NFC are equal", () => {
  expect(codes("a.json", '{ "\u00e9": 1, "e\u0301": 2 }')).toEqual(["duplicate-key 1:11"]);
});

test("a __proto__ key is an unknown key and changes no object", () => {
  const source = parseSource("a.json", '{ "a": { "__proto__": { "polluted": true } } }');
  expect(source.problems).toMatchObject([{ code: "unknown-key", line: 1, column: 10 }]);
  expect(source.value).toEqual({ a: {} });
  expect(codes("a.yaml", "__proto__: 1\n")).toEqual(["unknown-key 1:1"]);
});

test("anchors, aliases, tags and a second document are refused in YAML", () => {
  expect(codes("a.yaml", "a: &x 1\nb: *x\n")).toEqual(["yaml-alias 1:7", "yaml-alias 2:4"]);
  expect(codes("a.yaml", "a: !secret 1\n")).toEqual(["yaml-tag 1:4"]);
  expect(codes("a.yaml", "a: !!set { x }\n")).toEqual(["yaml-tag 1:10"]);
  expect(codes("a.yaml", "a: 1\n---\nb: 2\n")).toEqual(["malformed-yaml 2:1"]);
  expect(codes("a.yaml", "")).toEqual(["malformed-yaml 1:1"]);
  expect(codes("a.yaml", "? [a]\n: 1\n")).toEqual(["malformed-yaml 1:3"]);
});

test("a date and a version stay text, and only true and false are booleans", () => {
  const { value } = parseSource("a.yaml", "as_of: 2026-01-31\nversion: 1.0.0\nanswer: yes\nempty:\n");
  expect(value).toEqual({ as_of: "2026-01-31", version: "1.0.0", answer: "yes", empty: null });
});

test("a bottomless nest is a problem, not a crash", () => {
  for (const depth of [60, 5_000, 200_000]) {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    expect(codes("a.json", nested)[0]).toMatch(/^too-deep/);
    expect(codes("a.yaml", nested).length).toBeGreaterThan(0);
  }
});

test("values and keys are located, and a path that leads nowhere gives the nearest thing", () => {
  const source = parseSource("a.yaml", "name: x\nlist:\n  - { a: 1 }\n  - { b: two }\n");
  expect(source.locate(["list", 1, "b"])).toEqual({ line: 4, column: 10, text: "two" });
  expect(source.locateKey(["list", 1, "b"])).toEqual({ line: 4, column: 7, text: "b" });
  expect(source.locate(["list", 1, "c", "d"])).toEqual({ line: 4, column: 5, text: "{ b: two }" });
});

test("Windows line ends and a byte-order mark do not move the place", () => {
  const source = parseSource("a.json", '\uFEFF{\r\n  "a": [1,\r\n    true]\r\n}');
  expect(source.problems).toEqual([]);
  expect(source.locate(["a", 1])).toEqual({ line: 3, column: 5, text: "true" });
});

test("an excerpt is one line of at most 80 characters", () => {
  const source = parseSource("a.json", JSON.stringify({ a: ["x".repeat(500), "y"] }, null, 2));
  const { text } = source.locate([]);
  expect(text).toHaveLength(80);
  expect(text).not.toContain("\n");
});
