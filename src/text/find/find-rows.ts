/** Searchable rows of a scan, and the selection of rows by a search. */

import { compareCheckIds, compareSeverities } from "../../domain/dimensions.ts";
import { compareText } from "../../kernel/order.ts";
import type { Severity } from "../../schema/ids.ts";
import type { FindConversation, FindIndex, FindVerdict } from "./find-conversation.ts";
import { foldText, type WordMatcher } from "./match-words.ts";

/** A verdict, a reply of the assistant, or a message of the caregiver. */
export const FIND_KINDS = ["FAIL", "UNCLEAR", "PASS", "reply", "message"] as const;
export type FindKind = (typeof FIND_KINDS)[number];

export const FIND_SORTS = ["gravest", "assistant", "scenario", "check"] as const;
export type FindSort = (typeof FIND_SORTS)[number];

export interface FindRow {
  readonly kind: FindKind;
  readonly index: Pick<FindIndex, "scan" | "model_id" | "slug">;
  readonly conversation: FindConversation;
  readonly turn: number | null;
  /** `null` for messages. */
  readonly verdict: FindVerdict | null;
  /** The message; for a verdict, the message that decided it, if there is one. */
  readonly message: FindConversation["messages"][number] | null;
  /** All its texts, folded for search. */
  readonly folded: string;
}

/** One row for each verdict and each message, in the order of the conversations. */
export function findRows(index: FindIndex): readonly FindRow[] {
  return index.conversations.flatMap((conversation) => [
    ...conversation.verdicts.flatMap((verdict) => verdictRow(index, conversation, verdict) ?? []),
    ...conversation.messages.map(
      (message): FindRow => ({
        kind: message.role === "assistant" ? "reply" : "message",
        index,
        conversation,
        turn: message.turn,
        verdict: null,
        message,
        folded: foldText(message.content),
      }),
    ),
  ]);
}

/** Separates two texts of one row, so that no phrase matches across them. */
const BETWEEN = "\n";

function verdictRow(index: FindIndex, conversation: FindConversation, verdict: FindVerdict): FindRow | null {
  const kind = FIND_KINDS.find((each) => each === verdict.verdict);
  if (kind === undefined) return null;
  const [first] = verdict.quotes;
  const turn = first?.turn ?? verdict.turn;
  const role = first?.role ?? "assistant";
  return {
    kind,
    index,
    conversation,
    turn,
    verdict,
    message: conversation.messages.find((said) => said.turn === turn && said.role === role) ?? null,
    folded: [...verdict.quotes.map(({ quote }) => quote), verdict.missing ?? "", ...verdict.rationales]
      .map(foldText)
      .join(BETWEEN),
  };
}

/** Properties that filter rows; each has a column of counts. */
export const FACETS = [
  "verdict",
  "check",
  "severity",
  "model",
  "scenario",
  "contested",
  "label",
  "scan",
] as const;
export type FindFacet = (typeof FACETS)[number];

/** Accepted values per facet; a missing or empty facet accepts all. */
export type FacetChoice = Readonly<Partial<Record<FindFacet, readonly string[]>>>;

/** Value of a row under a facet; `null` if it has none. */
export function facetValue({ kind, verdict, index, conversation }: FindRow, facet: FindFacet): string | null {
  switch (facet) {
    case "verdict":
      return kind;
    case "check":
      return verdict?.mode_id ?? null;
    case "severity":
      return verdict?.severity ?? null;
    case "model":
      return index.slug;
    case "scenario":
      return conversation.scenario_id;
    case "contested":
      return verdict?.contested === true ? "yes" : null;
    case "label":
      return verdict?.label ?? null;
    case "scan":
      return index.scan;
  }
}

export interface FoundRows {
  readonly rows: readonly FindRow[];
  /** Rows for each value of a facet, with all other filters unchanged. */
  readonly counts: Readonly<Record<FindFacet, ReadonlyMap<string, number>>>;
}

/**
 * Kinds to show if none are chosen: failures and undecided verdicts. A word search also shows messages. A filter for
 * contested verdicts also shows passes, which an autofail or a vote may contradict.
 */
export function defaultKinds(
  matcher: WordMatcher | null,
  { contested = [] }: Pick<FacetChoice, "contested"> = {},
): readonly FindKind[] {
  return [
    "FAIL",
    "UNCLEAR",
    ...(contested.length === 0 ? [] : (["PASS"] as const)),
    ...(matcher === null ? [] : (["reply", "message"] as const)),
  ];
}

/** Result of a search in some of the rows, in their order. */
export interface FoundPart extends FoundRows {
  /**
   * Rows in which the searched words appear together. They rank first, because a typed sentence usually means that
   * sentence.
   */
  readonly together: ReadonlySet<FindRow>;
}

/** Returns the matching rows and the count of each kind. */
export function searchRows(
  rows: Iterable<FindRow>,
  matcher: WordMatcher | null,
  choice: FacetChoice,
  sort: FindSort = "gravest",
): FoundRows {
  return joinFound([searchPart(rows, matcher, choice)], sort);
}

/** Searches some of the rows. Rows that arrive later do not require a new search of these. */
export function searchPart(
  rows: Iterable<FindRow>,
  matcher: WordMatcher | null,
  choice: FacetChoice,
): FoundPart {
  const usual: ReadonlySet<string> = new Set(defaultKinds(matcher, choice));
  const columns = FACETS.map((facet) => {
    const asked: ReadonlySet<string> = new Set(choice[facet]);
    const accepted = asked.size > 0 ? asked : facet === "verdict" ? usual : null;
    return { facet, accepted, counts: new Map<string, number>() };
  });
  const found: FindRow[] = [];
  for (const row of rows) {
    if (matcher !== null && !matcher.matches(row.folded)) continue;
    const isRefused = ({ facet, accepted }: (typeof columns)[number]) =>
      accepted !== null && !accepted.has(facetValue(row, facet) ?? "");
    const refusing = columns.find(isRefused);
    if (refusing === undefined) found.push(row);
    // A row that only one facet rejects counts in that facet's column: another choice there would show it.
    else if (columns.findLast(isRefused) !== refusing) continue;
    for (const column of columns) {
      if (refusing !== undefined && refusing !== column) continue;
      const value = facetValue(row, column.facet);
      if (value !== null) column.counts.set(value, (column.counts.get(value) ?? 0) + 1);
    }
  }
  return {
    rows: found,
    together: new Set(matcher === null ? [] : found.filter(({ folded }) => matcher.standsTogether(folded))),
    counts: countsOf(columns.map(({ facet, counts }) => [facet, counts])),
  };
}

/** Joins the results of all parts into one list. */
export function joinFound(parts: readonly FoundPart[], sort: FindSort = "gravest"): FoundRows {
  const counts = FACETS.map((facet) => {
    const sums = new Map<string, number>();
    for (const part of parts)
      for (const [value, count] of part.counts[facet]) sums.set(value, (sums.get(value) ?? 0) + count);
    return [facet, sums] as const;
  });
  const together = new Set(parts.flatMap((part) => [...part.together]));
  const togetherFirst: Order = (a, b) => Number(together.has(b)) - Number(together.has(a));
  const order = sort === "gravest" ? orderBy(togetherFirst, orders.gravest) : orders[sort];
  return { rows: parts.flatMap(({ rows }) => rows).sort(order), counts: countsOf(counts) };
}

function countsOf(
  columns: readonly (readonly [FindFacet, ReadonlyMap<string, number>])[],
): FoundRows["counts"] {
  // Every facet has a column.
  return Object.fromEntries(columns) as FoundRows["counts"];
}

type Order = (a: FindRow, b: FindRow) => number;

const byKind: Order = (a, b) => FIND_KINDS.indexOf(a.kind) - FIND_KINDS.indexOf(b.kind);
const bySeverity: Order = (a, b) => {
  const [ofA, ofB]: (Severity | undefined)[] = [a.verdict?.severity, b.verdict?.severity];
  return ofA === undefined || ofB === undefined ? 0 : compareSeverities(ofA, ofB);
};
const byCheck: Order = (a, b) => {
  const [ofA, ofB] = [a.verdict?.mode_id, b.verdict?.mode_id];
  return ofA === undefined || ofB === undefined
    ? Number(ofA === undefined) - Number(ofB === undefined)
    : compareCheckIds(ofA, ofB);
};
const byAssistant: Order = (a, b) =>
  compareText(a.index.slug, b.index.slug) || compareText(a.index.scan, b.index.scan);
const byScenario: Order = (a, b) =>
  compareText(a.conversation.scenario_id, b.conversation.scenario_id) ||
  a.conversation.repeat - b.conversation.repeat;
const byTurn: Order = (a, b) =>
  (a.turn ?? 0) - (b.turn ?? 0) ||
  compareText(a.message?.role === "user" ? "a" : "b", b.message?.role === "user" ? "a" : "b");

function orderBy(...orders: readonly Order[]): Order {
  return (a, b) => {
    for (const order of orders) {
      const sign = order(a, b);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

const orders: Readonly<Record<FindSort, Order>> = {
  gravest: orderBy(byKind, bySeverity, byCheck, byAssistant, byScenario, byTurn),
  assistant: orderBy(byAssistant, byKind, bySeverity, byCheck, byScenario, byTurn),
  scenario: orderBy(byScenario, byAssistant, byTurn, byKind, bySeverity, byCheck),
  check: orderBy(byCheck, byKind, byAssistant, byScenario, byTurn),
};
