import { hashOf } from "./hash.ts";

/** A hash per named part and one over all of them, so that a difference can be named and not only noticed. */
export function fingerprintOf(parts: Readonly<Record<string, unknown>>): {
  readonly hash: string;
  readonly parts: Readonly<Record<string, string>>;
} {
  const hashes = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)]));
  return { hash: hashOf(hashes), parts: hashes };
}
