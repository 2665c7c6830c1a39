import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

test("no secret is left in a text, wherever it stands and however many there are", () => {
  // Letters of the replacement itself could form a secret that was not in the text.
  const secret = fc.stringMatching(/^[A-Z0-9+/=-]{6,40}$/);
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), fc.array(fc.string()), (secrets, parts) => {
      const text = parts.flatMap((part, index) => [part, secrets[index % secrets.length] ?? ""]).join("");
      const redacted = redact(text, secrets);
      for (const each of secrets) expect(redacted).not.toContain(each);
    }),
  );
});

test("a secret that is part of another leaves nothing of the other", () => {
  expect(redact("key sk-abcdef-12345 end", ["sk-abcdef", "sk-abcdef-12345"])).toBe("key [redacted] end");
});

test("a secret in a URL is found as it is written there", () => {
  expect(redact("GET /?key=a%2Bb%2Fc%3D12", ["a+b/c=12"])).toBe("GET /?key=[redacted]");
});

test("values too short to be keys leave ordinary words alone", () => {
  expect(redact("the cat sat", ["", "a", "cat"])).toBe("the cat sat");
});
