/** What a search is in the address: behind the question mark of Find, and as `set` behind that of a conversation. */
import {
  FACETS,
  type FacetChoice,
  FIND_SORTS,
  type FindFacet,
  type FindRow,
  type FindSort,
  type FoundPart,
  type FoundRows,
  joinFound,
  searchPart,
} from "../../../src/text/find/find-rows.ts";
import { matchWords } from "../../../src/text/find/match-words.ts";

/** Every part is text as somebody may have typed it; several values of one stand with commas between them. */
export interface FindSearch {
  readonly words?: string | undefined;
  readonly check?: string | undefined;
  /** `FAIL`, `UNCLEAR`, `PASS`, `reply` for what the assistant said, `message` for what the caregiver said. */
  readonly verdict?: string | undefined;
  readonly severity?: string | undefined;
  /** The assistant's name in paths. */
  readonly model?: string | undefined;
  readonly scenario?: string | undefined;
  readonly contested?: "yes" | undefined;
  readonly label?: string | undefined;
  readonly sort?: FindSort | undefined;
  /** Scans that are searched besides the one in the address. */
  readonly scans?: string | undefined;
}

const KEYS = ["words", ...FACETS.filter((facet) => facet !== "scan"), "sort", "scans"] as const;

/** As one text, for `set`. */
export function writeSet(search: FindSearch): string {
  const written = new URLSearchParams();
  for (const key of KEYS) {
    const value = search[key];
    if (value !== undefined) written.set(key, value);
  }
  return written.toString();
}

export function readSet(set: string): FindSearch {
  const written = new URLSearchParams(set);
  const { contested, sort, ...texts } = Object.fromEntries(
    KEYS.map((key) => [key, written.get(key) ?? undefined]),
  );
  return {
    ...texts,
    contested: contested === "yes" ? "yes" : undefined,
    sort: FIND_SORTS.find((known) => known === sort),
  };
}

/** The scans that a search looks in, beginning with the one in the address. */
export function scansOf(scan: string, search: FindSearch): readonly string[] {
  return [...new Set([scan, ...listOf(search.scans)])];
}

function choiceOf(search: FindSearch): FacetChoice {
  return Object.fromEntries(FACETS.map((facet) => [facet, chosenOf(search, facet)]));
}

/** What is chosen of a facet; nothing where everything is let through. */
export function chosenOf(search: FindSearch, facet: FindFacet): readonly string[] {
  return facet === "scan" ? [] : listOf(search[facet]);
}

function listOf(value: string | undefined): readonly string[] {
  return value?.split(",").filter((part) => part !== "") ?? [];
}

/** With a value of a facet chosen, or no longer chosen. */
export function toggled(search: FindSearch, facet: Exclude<FindFacet, "scan">, value: string): FindSearch {
  const chosen = chosenOf(search, facet);
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...search, [facet]: next.length === 0 ? undefined : next.join(",") };
}

/** A search of parts as they come: each is looked through once. */
export function searchFor(search: FindSearch): (parts: readonly (readonly FindRow[])[]) => FoundRows {
  const [matcher, choice] = [matchWords(search.words ?? ""), choiceOf(search)];
  const known = new WeakMap<readonly FindRow[], FoundPart>();
  const searched = (part: readonly FindRow[]) => {
    const found = known.get(part) ?? searchPart(part, matcher, choice);
    known.set(part, found);
    return found;
  };
  return (parts) => joinFound(parts.map(searched), search.sort);
}

/** Where a row stands in its conversation, as the address says it. */
export interface RowPlace {
  readonly check?: string | undefined;
  readonly turn?: number | undefined;
  /** Of what the caregiver said; else it is the assistant's reply. */
  readonly said?: "caregiver" | undefined;
}

export function placeOf({ kind, verdict, turn }: FindRow): RowPlace {
  return {
    check: verdict?.mode_id,
    turn: turn ?? undefined,
    said: kind === "message" ? "caregiver" : undefined,
  };
}

/** Whether the address names this row. A verdict is named by its check, wherever in the conversation one looks. */
export function isPlace(row: FindRow, scan: string, conversation: string, place: RowPlace): boolean {
  if (row.index.scan !== scan || row.conversation.conversation !== conversation) return false;
  const own = placeOf(row);
  if (own.check !== undefined || place.check !== undefined) return own.check === place.check;
  return own.turn === place.turn && own.said === place.said;
}

/** A name that no other row has. */
export function rowKey(row: FindRow): string {
  const { check, turn, said } = placeOf(row);
  return `${row.index.scan}/${row.conversation.conversation}#${check ?? `${turn}${said ?? ""}`}`;
}

/** The field that `/` leads to. */
export const WORDS_FIELD = "find-words";
