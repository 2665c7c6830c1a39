import type { Claim } from "../../schema/claim-list.ts";
import type { ReferenceFact } from "../../schema/reference-fact.ts";
import type { TranscriptMessage } from "../../schema/transcript.ts";
import type { FactIndex } from "./retrieve-facts.ts";

const FACTS_PER_CLAIM = 5;
/** More than this would bury the one that matters. */
const FACTS_PER_REPLY = 12;

/**
 * The facts that may bear on the claims of one reply: the nearest to each claim, to what it is about, and to the reply
 * as a whole, nearest first. A fact whose misstatement was said word for word comes before all others.
 */
export function candidateFacts(input: {
  readonly index: FactIndex;
  readonly claims: readonly Claim[];
  readonly reply: TranscriptMessage;
  readonly misstated: readonly ReferenceFact[];
  readonly topics: readonly string[] | undefined;
  readonly place: string | null;
}): readonly ReferenceFact[] {
  const { index, claims, reply, topics, place } = input;
  const scores = new Map<ReferenceFact, number>();
  for (const fact of input.misstated) scores.set(fact, Number.POSITIVE_INFINITY);
  const queries = [...claims.map(({ quote, subject }) => `${quote} ${subject}`), reply.content];
  for (const text of queries) {
    for (const { fact, score } of index.find({ text, topics, place, limit: FACTS_PER_CLAIM }))
      scores.set(fact, Math.max(score, scores.get(fact) ?? 0));
  }
  return [...scores]
    .sort(([a, first], [b, second]) => compare(second, first) || (a.id < b.id ? -1 : 1))
    .slice(0, FACTS_PER_REPLY)
    .map(([fact]) => fact);
}

/** Two infinities are equal, though their difference is not a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
