/** Identifiers planted by a person who had not seen the rules, and how many of them the rules find. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";
import { HelpLine } from "../../schema/corpus/help-line.ts";
import { createCareRegistry } from "../facts/care-registry.ts";
import type { TextRange } from "../normalise/words.ts";
import { shippedWords } from "../shipped-words.fixture.ts";
import { givenIn, IDENTIFIER_KINDS, type IdentifierKind } from "./identifier.ts";
import { disguiseConversation } from "./pseudonyms.ts";

const PlantedConversation = z.object({
  id: z.string(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })),
  metadata: z.record(z.string(), z.unknown()).optional(),
  identifiers: z.array(z.object({ kind: z.enum(IDENTIFIER_KINDS), text: z.string(), message: z.int() })),
  must_stay: z.array(z.object({ text: z.string(), message: z.int() })).default([]),
});
export type PlantedConversation = z.infer<typeof PlantedConversation>;

const FILES = ["canada-and-australia", "europe", "ireland", "united-kingdom", "united-states", "us-states"];

export const shippedRegistry = createCareRegistry(
  FILES.flatMap((name) => {
    const file = new URL(`../../../benchmark/help-lines/${name}.yaml`, import.meta.url);
    return z.object({ lines: z.array(HelpLine) }).parse(parse(readFileSync(file, "utf8"))).lines;
  }),
  [],
  shippedWords.coordination,
);

export function readPlanted(): readonly PlantedConversation[] {
  const file = new URL("../../../test/fixtures/deidentify/planted.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => PlantedConversation.parse(JSON.parse(line)));
}

interface Figures {
  planted: number;
  hidden: number;
  found: number;
  right: number;
}

export interface Measured {
  readonly byKind: Readonly<Record<IdentifierKind, Figures>>;
  readonly mustStay: { total: number; readable: number };
  /** Missed identifiers, wrongly hidden text and text that should have stayed, for a person to review. */
  readonly misses: string[];
}

/** Words of an identifier that do not identify a person. */
const NOT_TELLING = /^(?:mr|mrs|ms|miss|dr|de|la|del|los|van|von|der|st|jr|sr|no|nr|the|of|in)$/i;

export function measurePlanted(conversations: readonly PlantedConversation[]): Measured {
  const none = (): Figures => ({ planted: 0, hidden: 0, found: 0, right: 0 });
  const byKind = Object.fromEntries(IDENTIFIER_KINDS.map((kind) => [kind, none()])) as Record<
    IdentifierKind,
    Figures
  >;
  const mustStay = { total: 0, readable: 0 };
  const misses: string[] = [];
  for (const { id, messages, metadata = {}, identifiers, must_stay } of conversations) {
    const disguise = disguiseConversation(messages, shippedRegistry, givenIn(metadata));
    for (const { kind, text, message } of identifiers) {
      const content = messages[message]?.content ?? "";
      const isHidden = placesOf(content, text).every((place) =>
        covers(disguise.found[message] ?? [], content, place),
      );
      byKind[kind].planted += 1;
      if (isHidden) byKind[kind].hidden += 1;
      else misses.push(`${id} ${kind} missed: ${text} | ${shorten(content, text)}`);
    }
    messages.forEach(({ content }, index) => {
      for (const { kind, start, end } of disguise.found[index] ?? []) {
        const text = content.slice(start, end).toLowerCase();
        const isRight = identifiers.some(
          (planted) => planted.text.toLowerCase().includes(text) || text.includes(planted.text.toLowerCase()),
        );
        byKind[kind].found += 1;
        if (isRight) byKind[kind].right += 1;
        else
          misses.push(
            `${id} ${kind} without cause: ${content.slice(start, end)} | ${shorten(content, content.slice(start, end))}`,
          );
      }
    });
    for (const { text, message } of must_stay) {
      const said = messages[message];
      mustStay.total += 1;
      const isReadable =
        said !== undefined && countOf(disguise.message(said), text) === countOf(said.content, text);
      if (isReadable) mustStay.readable += 1;
      else misses.push(`${id} should stay: ${text} | ${shorten(said?.content ?? "", text)}`);
    }
  }
  return { byKind, mustStay, misses };
}

function placesOf(content: string, text: string): readonly TextRange[] {
  const places: TextRange[] = [];
  for (let start = content.indexOf(text); start >= 0; start = content.indexOf(text, start + text.length))
    places.push({ start, end: start + text.length });
  if (places.length === 0) throw new Error(`"${text}" was not planted`);
  return places;
}

function covers(found: readonly TextRange[], content: string, place: TextRange): boolean {
  return Array.from(content.slice(place.start, place.end).matchAll(/[\p{L}\p{N}]{2,}/gu))
    .filter(([word]) => !NOT_TELLING.test(word))
    .every(({ 0: word, index }) => {
      const start = place.start + index;
      return found.some((range) => range.start <= start && range.end >= start + word.length);
    });
}

function countOf(content: string, text: string): number {
  return content.split(text).length - 1;
}

function shorten(content: string, text: string): string {
  const at = content.indexOf(text);
  return content.slice(Math.max(0, at - 50), at + text.length + 40).replaceAll("\n", " ");
}
