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

/** A hash per named part and one over all, so that a difference can be traced to its part. */
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
 * A key whose value is `undefined` is absent; any other value that JSON cannot represent throws.
 */
export function canonicalJson(value: unknown): string {
  return writeValue(value, []);
}

/** The keys that lead to a value. */
type Path = (string | number)[];

function nameOf(path: Path): string {
  return path.reduce<string>(
    (name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}.${key}`),
    "$",
  );
}

function writeValue(value: unknown, path: Path): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(canonicalText(value));
    case "boolean":
      return String(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${nameOf(path)} is ${value}, which JSON cannot hold`);
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? writeArray(value, path) : writeObject(value, path);
    default:
      throw new TypeError(`${nameOf(path)} is a ${typeof value}, which JSON cannot hold`);
  }
}

function writeMember(value: unknown, key: string | number, path: Path): string {
  path.push(key);
  const written = writeValue(value, path);
  path.pop();
  return written;
}

function writeArray(items: readonly unknown[], path: Path): string {
  return `[${items.map((item, index) => writeMember(item, index, path)).join(",")}]`;
}

function writeObject(object: object, path: Path): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${nameOf(path)} is a ${object.constructor.name}, which JSON cannot hold`);
  }
  const entries = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [canonicalText(key), member] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let previous: string | undefined;
  let written = "";
  for (const [key, member] of entries) {
    if (key === previous)
      throw new TypeError(`${nameOf(path)} has two keys that are equal after NFC: ${JSON.stringify(key)}`);
    written += `${previous === undefined ? "" : ","}${JSON.stringify(key)}:${writeMember(member, key, path)}`;
    previous = key;
  }
  return `{${written}}`;
}

/**
 * Matches every character that NFC could change. It excludes Latin, the dashes, quotation marks and bullets
 * of prose, and emoji by their code units. Most texts contain only those, and need not be rewritten.
 */
const UNSETTLED = /[^\t\n -\u02ff\u2010-\u2027\u2030-\u205e\ud83c-\ud83e\udc00-\udfff]/;

function canonicalText(text: string): string {
  return UNSETTLED.test(text) ? text.normalize("NFC").replace(/\r\n?/g, "\n") : text;
}
