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
  return write(value, "$");
}

function write(value: unknown, path: string): string {
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
  return `[${items.map((item, index) => write(item, `${path}[${index}]`)).join(",")}]`;
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
    members.push(`${JSON.stringify(key)}:${write(member, `${path}.${key}`)}`);
  }
  return `{${members.join(",")}}`;
}

function canonicalText(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n");
}
