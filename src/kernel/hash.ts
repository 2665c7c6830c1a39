/** Hashes are over canonical JSON, so that equal values have equal hashes everywhere. */
import { createHash } from "node:crypto";

/** SHA-256 of UTF-8 text, 64 hex digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their key order or platform. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** A hash per named part and one over all of them, so that a difference can be named and not only noticed. */
export function fingerprintOf(parts: Readonly<Record<string, unknown>>): {
  readonly hash: string;
  readonly parts: Readonly<Record<string, string>>;
} {
  const hashes = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)]));
  return { hash: hashOf(hashes), parts: hashes };
}

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * One text for one value: keys sorted by code unit, strings in NFC with LF line ends, no white space.
 * A key whose value is `undefined` is absent; anything else that JSON cannot hold is refused.
 */
export function canonicalJson(value: unknown): string {
  return writeValue(value, "$");
}

function writeValue(value: unknown, path: string): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(canonicalText(value));
    case "boolean":
      return String(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot hold`);
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? writeArray(value, path) : writeObject(value, path);
    default:
      throw new TypeError(`${path} is a ${typeof value}, which JSON cannot hold`);
  }
}

function writeArray(items: readonly unknown[], path: string): string {
  return `[${items.map((item, index) => writeValue(item, `${path}[${index}]`)).join(",")}]`;
}

function writeObject(object: object, path: string): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${path} is a ${object.constructor.name}, which JSON cannot hold`);
  }
  const members: string[] = [];
  const entries = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [canonicalText(key), member] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let previous: string | undefined;
  for (const [key, member] of entries) {
    if (key === previous)
      throw new TypeError(`${path} has two keys that are equal after NFC: ${JSON.stringify(key)}`);
    previous = key;
    members.push(`${JSON.stringify(key)}:${writeValue(member, `${path}.${key}`)}`);
  }
  return `{${members.join(",")}}`;
}

function canonicalText(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n");
}
