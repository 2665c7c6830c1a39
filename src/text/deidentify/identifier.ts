/** Types and patterns for identifiers: text in a conversation that may reveal a person's identity. */
import type { Role } from "../../schema/ids.ts";
import type { TextRange } from "../normalise/words.ts";

export const IDENTIFIER_KINDS = [
  "email",
  "handle",
  "account",
  "document",
  "birth_date",
  "phone",
  "address",
  "name",
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** Range of one identifier in a text. */
export interface FoundIdentifier extends TextRange {
  readonly kind: IdentifierKind;
}

/** Message as the de-identification rules read it. */
export interface SaidText {
  readonly role: Role;
  readonly content: string;
}

/** Identifier from outside the conversation, such as the metadata of a log. */
export interface GivenIdentifier {
  readonly kind: IdentifierKind;
  readonly text: string;
}

const KIND_OF_KEY: readonly (readonly [RegExp, IdentifierKind])[] = [
  [/e_?mail/, "email"],
  [/phone|mobile|(^|_)tel(_|$)|(^|_)cell(_|$)/, "phone"],
  [/birth|(^|_)dob(_|$)/, "birth_date"],
  [/address|street|post_?code|(^|_)zip/, "address"],
  [/(^|_)(ssn|nhs|passport|mrn|medicare|medicaid|member|policy|case)(_|$)/, "document"],
  [/(^|_)(iban|account|card)(_|$)/, "account"],
  [/handle|user_?name$|screen_?name$/, "handle"],
  [/name$/, "name"],
];
const OF_A_PERSON = /^(?:user|caregiver|patient|client|customer|member)_name$/;
const OF_A_THING =
  /^(?:model|product|app|bot|assistant|scenario|file|host|event|campaign|channel|org|organi[sz]ation|company|clinic|facility|agency|team|project|tool)_?name$/;

/** Selects identifiers of people from a log's metadata by key names; ignores keys about the product. */
export function givenIn(metadata: Readonly<Record<string, unknown>>): readonly GivenIdentifier[] {
  return Object.entries(metadata).flatMap(([key, value]): GivenIdentifier[] => {
    const name = key
      .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
      .replaceAll(/[.\s-]/g, "_")
      .toLowerCase();
    if (typeof value !== "string" || value.trim() === "" || OF_A_THING.test(name)) return [];
    const [, kind] = KIND_OF_KEY.find(([pattern]) => pattern.test(name)) ?? [];
    if (kind === undefined) return [];
    return [{ kind: OF_A_PERSON.test(name) ? "name" : kind, text: value.trim() }];
  });
}

/** Returns all matches of a pattern: its named group `is`, or the whole match. */
export function everyMatch(text: string, pattern: RegExp, kind: IdentifierKind): FoundIdentifier[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = match.indices?.groups?.["is"] ?? [match.index, match.index + match[0].length];
    return { kind, start, end };
  });
}

/** Makes part of a pattern case-insensitive, for a cue beside text whose case matters. */
export function anyCase(source: string): string {
  return source.replaceAll(/\\p\{[^}]*\}|\\.|\[[^\]]*\]|\(\?<\w+>|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
}

/** Escapes a text for use in a pattern. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

export function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && a.end > b.start;
}
