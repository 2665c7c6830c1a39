import { expect, test } from "vitest";
import { hashOf, sha256 } from "./hash.ts";

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
