/** Shows a conversation without identifiers, and restores the original words in answers about it. */
import { compareText } from "../../kernel/order.ts";
import type { CareRegistry } from "../facts/care-registry.ts";
import { findAddresses } from "./find-addresses.ts";
import { contactKey, findContacts } from "./find-contacts.ts";
import { findNames } from "./find-names.ts";
import { findNumbers, findOtherNumbers } from "./find-numbers.ts";
import {
  escapeRegExp,
  type FoundIdentifier,
  type GivenIdentifier,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  overlap,
  type SaidText,
} from "./identifier.ts";

/**
 * Part of the scoring fingerprint of de-identified scans: raise it whenever the same text could be shown differently.
 */
export const DEIDENTIFY_VERSION = "deidentify/3";

/** Shows one conversation; independent of all other conversations. */
export interface Pseudonyms {
  /** Identifiers of each message, in order and without overlaps. */
  readonly found: readonly (readonly FoundIdentifier[])[];
  message(said: SaidText): string;
  /** Hides identifiers in other text that may quote the conversation, such as a hint. */
  repeated(text: string): string;
  /** Replaces placeholders by the original words. */
  restored(text: string): string;
}

const LABELS: Readonly<Record<IdentifierKind, string>> = {
  email: "EMAIL",
  handle: "HANDLE",
  account: "ACCOUNT",
  document: "DOCUMENT",
  birth_date: "BIRTH DATE",
  phone: "PHONE",
  address: "ADDRESS",
  name: "NAME",
};
const PLACEHOLDER = new RegExp(`\\[(${Object.values(LABELS).join("|")}) (\\d+)([a-z]*)\\]`, "gi");

type Registry = Pick<CareRegistry, "numbersIn" | "byNumber" | "isInFacts">;

export function disguiseConversation(
  messages: readonly SaidText[],
  registry: Registry,
  given: readonly GivenIdentifier[] = [],
): Pseudonyms {
  const found = findIdentifiers(messages, registry, given);
  const placeholders = new Placeholders(messages);
  const shown = new Map<string, string>();
  messages.forEach((said, index) => {
    const text = replaceRanges(said.content, found[index] ?? [], (range, original) =>
      placeholders.for(range.kind, original),
    );
    shown.set(keyOf(said), text);
  });
  const { surfaces, originals } = placeholders;
  const known = [...surfaces.keys()].toSorted((a, b) => b.length - a.length || compareText(a, b));
  const anyKnown = known.length === 0 ? null : wholly(known.map(escapeRegExp).join("|"), "gu");
  const repeated = (text: string) =>
    anyKnown === null ? text : text.replaceAll(anyKnown, (original) => surfaces.get(original) ?? original);
  return {
    found,
    message: (said) => shown.get(keyOf(said)) ?? repeated(said.content),
    repeated,
    restored: (text) =>
      text.replaceAll(
        PLACEHOLDER,
        (written, label: string, number: string, letter: string) =>
          originals.get(placeholder(label.toUpperCase(), number, letter.toLowerCase())) ?? written,
      ),
  };
}

function keyOf({ role, content }: SaidText): string {
  return `${role}\n${content}`;
}

function placeholder(label: string, number: number | string, letter: string): string {
  return `[${label} ${number}${letter}]`;
}

/**
 * Assigns one placeholder per identifier and a letter per further spelling, so that each placeholder restores to one
 * text.
 */
class Placeholders {
  readonly surfaces = new Map<string, string>();
  readonly originals = new Map<string, string>();
  readonly #numbers = new Map<string, { readonly number: number; ways: number }>();
  readonly #last = new Map<IdentifierKind, number>();
  readonly #taken: ReadonlySet<string>;

  /** Text of the conversation that looks like a placeholder stays unchanged. */
  constructor(messages: readonly SaidText[]) {
    this.#taken = new Set(
      messages.flatMap(({ content }) =>
        Array.from(
          content.matchAll(PLACEHOLDER),
          ([, label = "", number]) => `${label.toUpperCase()} ${number}`,
        ),
      ),
    );
  }

  for(kind: IdentifierKind, original: string): string {
    const known = this.surfaces.get(original);
    if (known !== undefined) return known;
    const identity = `${kind} ${identityOf(kind, original)}`;
    const place = this.#numbers.get(identity) ?? { number: this.#next(kind), ways: 0 };
    this.#numbers.set(identity, place);
    const made = placeholder(LABELS[kind], place.number, letterOf(place.ways));
    place.ways += 1;
    this.surfaces.set(original, made);
    this.originals.set(made, original);
    return made;
  }

  #next(kind: IdentifierKind): number {
    let number = (this.#last.get(kind) ?? 0) + 1;
    while (this.#taken.has(`${LABELS[kind]} ${number}`)) number += 1;
    this.#last.set(kind, number);
    return number;
  }
}

/** Returns no letter for the first spelling, then b, c, … */
function letterOf(ways: number): string {
  return ways === 0 ? "" : ways < 26 ? String.fromCharCode(97 + ways) : `z${letterOf(ways - 25)}`;
}

/** Key under which two spellings count as the same identifier. */
function identityOf(kind: IdentifierKind, original: string): string {
  if (kind === "phone") return contactKey({ kind, start: 0, end: original.length }, original);
  const plain = original.toLowerCase();
  return kind === "document" || kind === "account"
    ? plain.replaceAll(/[^\p{L}\p{N}]/gu, "")
    : plain.replaceAll(/\s+/g, " ");
}

function findIdentifiers(
  messages: readonly SaidText[],
  registry: Registry,
  given: readonly GivenIdentifier[],
): readonly (readonly FoundIdentifier[])[] {
  const own = new Set(given.map(({ kind, text }) => contactKey({ kind, start: 0, end: text.length }, text)));
  const told = messages.map(({ content }) => findNumbers(content));
  const contacts = findContacts(messages, registry, own, told);
  const names = findNames(messages, given);
  const isFree = (index: number) => (range: FoundIdentifier) =>
    !(contacts.kept[index] ?? []).some((other) => overlap(range, other));
  const first = messages.map(({ content }, index) =>
    [
      ...(told[index] ?? []),
      ...findOtherNumbers(content),
      ...findAddresses(content),
      ...(contacts.found[index] ?? []),
    ].filter(isFree(index)),
  );
  const again = repeatedIn(messages, first, given);
  return messages.map((_, index) =>
    withoutOverlaps(
      [...(first[index] ?? []), ...(again[index] ?? []), ...(names[index] ?? [])].filter(isFree(index)),
    ),
  );
}

const FEWEST_CHARACTERS = 4;

/** Matches a piece of a longer address, such as "3 kirk brae": a number and a word. */
function isPieceOfAddress(piece: string): boolean {
  return /\d/.test(piece) && /\p{L}{3}/u.test(piece);
}

/** Finds further places of a number or address that was introduced once. */
function repeatedIn(
  messages: readonly SaidText[],
  found: readonly (readonly FoundIdentifier[])[],
  given: readonly GivenIdentifier[],
): readonly (readonly FoundIdentifier[])[] {
  const texts = new Map<string, IdentifierKind>();
  for (const { kind, text } of given) if (kind !== "name") texts.set(text.toLowerCase(), kind);
  messages.forEach(({ content }, index) => {
    for (const { kind, start, end } of found[index] ?? []) {
      const text = content.slice(start, end).toLowerCase();
      const pieces = kind === "address" ? text.split(/,\s*|\n/).filter(isPieceOfAddress) : [];
      for (const each of [text, ...pieces]) if (!texts.has(each)) texts.set(each, kind);
    }
  });
  const telling = [...texts.keys()]
    .filter((text) => text.length >= FEWEST_CHARACTERS && !/^(?:19|20)\d\d$/.test(text))
    .toSorted((a, b) => b.length - a.length);
  if (telling.length === 0) return messages.map(() => []);
  const pattern = wholly(telling.map(escapeRegExp).join("|"), "giu");
  return messages.map(({ content }) =>
    Array.from(content.matchAll(pattern), ({ 0: text, index: start }) => ({
      kind: texts.get(text.toLowerCase()) ?? "document",
      start,
      end: start + text.length,
    })),
  );
}

function wholly(source: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags);
}

/** Keeps the more certain kind, then the longer range. Text left over beside it is not searched again. */
function withoutOverlaps(all: readonly FoundIdentifier[]): readonly FoundIdentifier[] {
  const rank = ({ kind }: FoundIdentifier) => IDENTIFIER_KINDS.indexOf(kind);
  const inOrder = all.toSorted(
    (a, b) => rank(a) - rank(b) || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const kept: FoundIdentifier[] = [];
  for (const range of inOrder) {
    if (range.end > range.start && !kept.some((other) => overlap(range, other))) kept.push(range);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

function replaceRanges(
  text: string,
  ranges: readonly FoundIdentifier[],
  replacement: (range: FoundIdentifier, original: string) => string,
): string {
  let made = "";
  let at = 0;
  for (const range of ranges) {
    made += text.slice(at, range.start) + replacement(range, text.slice(range.start, range.end));
    at = range.end;
  }
  return made + text.slice(at);
}
