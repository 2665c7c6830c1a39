import fc from "fast-check";
import { expect, test } from "vitest";
import { hideCredentials, holdsCredentials } from "./address.ts";

test.each([
  ["http://user:hunter2secret@host/v1", "http://[redacted]@host/v1"],
  ["at https://token@host:8080: refused", "at https://[redacted]@host:8080: refused"],
  ["http://u:p@ss@host/a@b", "http://[redacted]@host/a@b"],
  ["GET /v1?api_key=QUERY99&page=2", "GET /v1?api_key=[redacted]&page=2"],
  ["https://h/?a=1&X-Amz-Signature=abc#top", "https://h/?a=1&X-Amz-Signature=[redacted]#top"],
  ['"https://h/?access_token=abc"', '"https://h/?access_token=[redacted]"'],
])("%s is shown as %s", (text, shown) => {
  expect(hideCredentials(text)).toBe(shown);
});

test.each([
  "https://host:8080/v1?page=2&max_tokens=7&country_code=GB",
  "write to someone@example.org, or see https://example.org/a@b",
  "key=value",
])("%s has nothing to hide", (text) => {
  expect(hideCredentials(text)).toBe(text);
  expect(holdsCredentials(text)).toBe(false);
});

test("whatever a password and a key are made of, they are found in the address and gone from the text", () => {
  const secret = fc.stringMatching(/^[A-Z0-9!$*+,;:@~-]{6,30}$/);
  fc.assert(
    fc.property(
      secret,
      secret,
      fc.constantFrom("api_key", "token", "sig", "Ocp-Apim-Subscription-Key"),
      (password, key, name) => {
        const address = `https://me:${password}@host.example/v1?${name}=${key}`;
        expect(holdsCredentials(address)).toBe(true);
        const shown = hideCredentials(`asked ${address}, in vain`);
        expect(shown).not.toContain(password);
        expect(shown).not.toContain(key);
        expect(shown).toContain("host.example/v1");
      },
    ),
  );
});

test("a long text takes no longer than its length", () => {
  const long = `${"://".repeat(200_000)}${"a".repeat(1_000_000)}${"?key".repeat(200_000)}`;
  expect(hideCredentials(long)).toBe(long);
});
