/** A search in the address: after the question mark of Find, and as `set` after that of a conversation. */
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

/** Every part is text that a person may have typed; commas separate several values. */
export interface FindSearch {
  readonly words?: string | undefined;
  readonly check?: string | undefined;
  /** `FAIL`, `UNCLEAR`, `PASS`, `reply` for the assistant's words, `message` for the caregiver's. */
  readonly verdict?: string | undefined;
  readonly severity?: string | undefined;
  /** The assistant's name in paths. */
  readonly model?: string | undefined;
  readonly scenario?: string | undefined;
  readonly contested?: "yes" | undefined;
  readonly label?: string | undefined;
  readonly sort?: FindSort | undefined;
  /** Scans to search besides the one in the address. */
  readonly scans?: string | undefined;
}

const KEYS = ["words", ...FACETS.filter((facet) => facet !== "scan"), "sort", "scans"] as const;

/** Writes a search as one text, for `set`. */
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

/** Returns the scans of a search, beginning with the one in the address. */
export function scansOf(scan: string, search: FindSearch): readonly string[] {
  return [...new Set([scan, ...listOf(search.scans)])];
}

function choiceOf(search: FindSearch): FacetChoice {
  return Object.fromEntries(FACETS.map((facet) => [facet, chosenOf(search, facet)]));
}

/** Returns the selected values of a facet; empty without a restriction. */
export function chosenOf(search: FindSearch, facet: FindFacet): readonly string[] {
  return facet === "scan" ? [] : listOf(search[facet]);
}

function listOf(value: string | undefined): readonly string[] {
  return value?.split(",").filter((part) => part !== "") ?? [];
}

/** Selects or deselects a value of a facet. */
export function toggled(search: FindSearch, facet: Exclude<FindFacet, "scan">, value: string): FindSearch {
  const chosen = chosenOf(search, facet);
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...search, [facet]: next.length === 0 ? undefined : next.join(",") };
}

/** Builds a search over incoming parts; it searches each part once. */
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

/** Place of a row in its conversation, in the form of the address. */
export interface RowPlace {
  readonly check?: string | undefined;
  readonly turn?: number | undefined;
  /** Set for the caregiver's words; else the place is in the assistant's reply. */
  readonly said?: "caregiver" | undefined;
}

export function placeOf({ kind, verdict, turn }: FindRow): RowPlace {
  return {
    check: verdict?.mode_id,
    turn: turn ?? undefined,
    said: kind === "message" ? "caregiver" : undefined,
  };
}

/** Whether the address names this row. A verdict's row is named by its check, at any turn. */
export function isPlace(row: FindRow, scan: string, conversation: string, place: RowPlace): boolean {
  if (row.index.scan !== scan || row.conversation.conversation !== conversation) return false;
  const own = placeOf(row);
  if (own.check !== undefined || place.check !== undefined) return own.check === place.check;
  return own.turn === place.turn && own.said === place.said;
}

/** Returns a unique name of a row. */
export function rowKey(row: FindRow): string {
  const { check, turn, said } = placeOf(row);
  return `${row.index.scan}/${row.conversation.conversation}#${check ?? `${turn}${said ?? ""}`}`;
}

/** Field that the key `/` focuses. */
export const WORDS_FIELD = "find-words";
