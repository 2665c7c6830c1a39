/** A base reply that passages are written into: each at its own place, so that all stay verbatim. */
import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import type { BaseReply } from "../../schema/corpus/base-replies.ts";
import type { LongChange } from "../../schema/corpus/long-card.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import {
  addition,
  applyEdits,
  baseReplyTo,
  doOverlap,
  doTouch,
  type Edit,
  editOf,
} from "../../text/replies/long-replies.ts";
import type { SimWorld } from "../assistant-profiles.ts";

/** The base replies to a scenario's turns, by turn and branch; `null` if one is missing. */
export type BasePages = ReadonlyMap<number, ReadonlyMap<string, BaseReply>>;

const PAGES = new WeakMap<readonly BaseReply[], BasePages | null>();

export function basePages(world: SimWorld, scenario: Scenario): BasePages | null {
  const replies = world.replies.get(scenario.scenario_id);
  if (replies === undefined) return null;
  const known = PAGES.get(replies);
  if (known !== undefined) return known;
  const pages = findPages(scenario, replies);
  PAGES.set(replies, pages);
  return pages;
}

function findPages(scenario: Scenario, replies: readonly BaseReply[]): BasePages | null {
  const pages = new Map<number, ReadonlyMap<string, BaseReply>>();
  for (const { turn } of scenarioTurns(scenario)) {
    const toTurn = new Map<string, BaseReply>();
    for (const { branch_id } of messagesOf(turn)) {
      const reply = baseReplyTo(replies, turn.t, branch_id);
      if (reply === undefined) return null;
      toTurn.set(branch_id, reply);
    }
    pages.set(turn.t, toTurn);
  }
  return pages;
}

export interface Page {
  readonly base: BaseReply;
  readonly edits: readonly Edit[];
  /** Replaces the base reply's response to the person; without it, that response stays. */
  readonly instead: readonly string[];
}

export const EMPTY_PAGE: Omit<Page, "base"> = { edits: [], instead: [] };

/**
 * Text to write: a long card's changes, or words that open the reply, are added to it, or replace its response to the
 * person.
 */
export type Passage =
  | { readonly kind: "changes"; readonly changes: readonly LongChange[] }
  | { readonly kind: "open" | "add" | "instead"; readonly words: string };

/** Returns the page with one more passage; `null` if it would touch another, or has nothing to replace. */
export function appendTo(page: Page, passage: Passage): Page | null {
  const text = page.base.reply;
  switch (passage.kind) {
    case "changes": {
      const edits = passage.changes.map((change) => editOf(text, change));
      const made = edits.filter((edit) => edit !== null);
      return made.length < edits.length ? null : withEdits(page, made);
    }
    case "open":
      return withEdits(page, [{ start: 0, end: 0, put: `${passage.words}\n\n` }]);
    case "add": {
      const additions = places(page.base).map((place) => addition(text, place, passage.words));
      // Prefers a separate place over one beside another passage.
      const apart = additions.find((edit) => !anyOf([edit], editsOf(page), doTouch));
      for (const edit of apart === undefined ? additions : [apart]) {
        const added = withEdits(page, [edit]);
        if (added !== null) return added;
      }
      return null;
    }
    case "instead": {
      const heard = heardEdits(page.base, "");
      if (heard.length === 0) return null;
      if (page.instead.length === 0 && anyOf(heard, page.edits, doOverlap)) return null;
      return { ...page, instead: [...page.instead, passage.words] };
    }
  }
}

function withEdits(page: Page, edits: readonly Edit[]): Page | null {
  return anyOf(edits, editsOf(page), doOverlap) ? null : { ...page, edits: [...page.edits, ...edits] };
}

/** Lists all changes of a page. */
function editsOf({ base, edits, instead }: Page): readonly Edit[] {
  return instead.length === 0 ? edits : [...edits, ...heardEdits(base, "")];
}

function anyOf(
  some: readonly Edit[],
  others: readonly Edit[],
  areSo: (edit: Edit, other: Edit) => boolean,
): boolean {
  return some.some((edit) => others.some((other) => areSo(edit, other)));
}

/** Returns the positions for a passage: where the author marked, before the last paragraph, or after the first. */
function places({ reply, place }: BaseReply): readonly number[] {
  const first = reply.indexOf("\n\n");
  if (first < 0) return [reply.length];
  const beforeLast = reply.lastIndexOf("\n\n") - 1;
  return [...(place === undefined ? [] : [reply.indexOf(place) + place.length]), beforeLast, first - 1];
}

/** Removes the base reply's response to the person, and puts these words in place of its first part. */
function heardEdits({ reply, heard = [] }: BaseReply, instead: string): readonly Edit[] {
  const ranges: { start: number; end: number }[] = [];
  const found = heard.map((words) => ({
    start: reply.indexOf(words),
    end: reply.indexOf(words) + words.length,
  }));
  for (const range of found.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    // One range may contain part of another.
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else ranges.push(range);
  }
  return ranges.map((range, index) => ({ ...range, put: index === 0 ? instead : "" }));
}

/** Returns the final text of the reply. */
export function readPage({ base, edits, instead }: Page): string {
  if (edits.length === 0 && instead.length === 0) return base.reply;
  const heard = instead.length === 0 ? [] : heardEdits(base, instead.join(" "));
  return tidied(applyEdits(base.reply, [...edits, ...heard]));
}

/** Returns the page without its response to the person: it does the errand and ignores what the person said. */
export function readUnrecognised({ base, edits, instead }: Page): string {
  // Planted text stays, whatever it replaced.
  const heard = heardEdits(base, instead.join(" ")).filter((edit) => !anyOf([edit], edits, doOverlap));
  return tidied(applyEdits(base.reply, [...edits, ...heard]));
}

/** Removes the leftovers of deleted sentences and bullets. */
function tidied(text: string): string {
  return text
    .replace(/^[ \t]*(?:[-*•+]|\d{1,2}[.)])[ \t]*$/gm, "")
    .replace(/(?<=\S) {2,}/g, " ")
    .replace(/^ +(?=\S)/gm, (blanks) => (blanks.length === 1 ? "" : blanks))
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
