import { mayHoldAt } from "../../domain/places.ts";
import { compareText } from "../../kernel/order.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { RetrievalWords } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Claim } from "../../schema/scan/judge-protocol.ts";
import { anyOf } from "../../text/match/compile-pattern.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import { splitWords } from "../../text/normalise/words.ts";

export interface FoundFact {
  readonly fact: ReferenceFact;
  readonly score: number;
}

/** Finds facts by the words of a claim. */
export interface FactIndex {
  find(query: FactQuery): readonly FoundFact[];
}

export interface FactQuery {
  readonly text: string;
  /** Topics to search; absent: all. */
  readonly topics?: readonly string[] | undefined;
  /** Place of the conversation as an ISO 3166 code; `null` if unknown. */
  readonly place: string | null;
  readonly limit: number;
}

/**
 * Claims use a misstatement's words more often than the fact's own. Both count; the fact's claim has the higher weight.
 */
const MISSTATEMENT_WEIGHT = 0.9;
const TOPIC_WEIGHT = 0.7;
/** Factor for a fact of another state or country. */
const ELSEWHERE_FACTOR = 0.6;

interface IndexedFact {
  readonly fact: ReferenceFact;
  readonly parts: readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];
}

/** One part of a fact, with the fact's position in the index. */
interface IndexedPart {
  readonly fact: number;
  readonly weight: number;
  /** Sum of its words' weights. */
  readonly total: number;
}

/**
 * Weighs shared words by their rarity among facts, in any order, and by their share of the claim and of the fact. Pure:
 * the same corpus and claim give the same facts in the same order.
 */
export function indexFacts(facts: readonly ReferenceFact[], words: RetrievalWords): FactIndex {
  const contentWords = createContentWords(words);
  const indexed = facts.map((fact) => indexFact(fact, contentWords));
  const rarity = rarityOf(indexed);
  const weigh = (shared: Iterable<string>) => {
    let sum = 0;
    for (const word of shared) sum += rarity(word);
    return sum;
  };
  const parts: IndexedPart[] = [];
  const partsWith = new Map<string, number[]>();
  for (const [fact, item] of indexed.entries())
    for (const { words: own, weight } of item.parts) {
      for (const word of own) {
        const there = partsWith.get(word);
        if (there === undefined) partsWith.set(word, [parts.length]);
        else there.push(parts.length);
      }
      parts.push({ fact, weight, total: weigh(own) });
    }
  /** Returns the best score of any part of each fact, before the factor for its place. */
  const scoresOf = (query: ReadonlySet<string>) => {
    const shared = new Float64Array(parts.length);
    for (const word of query) {
      const weight = rarity(word);
      for (const part of partsWith.get(word) ?? []) shared[part] = (shared[part] ?? 0) + weight;
    }
    const whole = weigh(query);
    const best = new Float64Array(indexed.length);
    for (const [index, common] of shared.entries()) {
      const part = common > 0 ? parts[index] : undefined;
      if (part === undefined) continue;
      const { fact, weight, total } = part;
      best[fact] = Math.max(best[fact] ?? 0, (common / Math.sqrt(whole * total)) * weight);
    }
    return best;
  };
  return {
    find({ text, topics, place, limit }) {
      const best = scoresOf(contentWords(text));
      const wanted = topics === undefined ? null : new Set(topics);
      const holds = ({ jurisdiction }: ReferenceFact) => place === null || mayHoldAt(jurisdiction, place);
      const found: FoundFact[] = [];
      for (const [index, { fact }] of indexed.entries()) {
        const score = best[index] ?? 0;
        if (score > 0 && (wanted === null || wanted.has(fact.topic)))
          found.push({ fact, score: score * (holds(fact) ? 1 : ELSEWHERE_FACTOR) });
      }
      return found.sort((a, b) => b.score - a.score || compareText(a.fact.id, b.fact.id)).slice(0, limit);
    },
  };
}

function indexFact(fact: ReferenceFact, contentWords: ContentWords): IndexedFact {
  const topic = fact.topic.replaceAll("_", " ");
  return {
    fact,
    parts: [
      { words: contentWords(`${fact.claim} ${topic}`), weight: 1 },
      ...fact.common_misstatements.map((misstatement) => ({
        words: contentWords(`${misstatement} ${topic}`),
        weight: MISSTATEMENT_WEIGHT,
      })),
      { words: contentWords(`${topic} ${fact.depends_on ?? ""} ${fact.note ?? ""}`), weight: TOPIC_WEIGHT },
    ],
  };
}

function rarityOf(indexed: readonly IndexedFact[]): (word: string) => number {
  const uses = new Map<string, number>();
  for (const { parts } of indexed) {
    for (const word of new Set(parts.flatMap(({ words }) => [...words])))
      uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const rarityOfUses = (count: number) => Math.log(1 + (indexed.length + 1) / (count + 0.5));
  const known = new Map([...uses].map(([word, count]) => [word, rarityOfUses(count)]));
  const unknown = rarityOfUses(0);
  return (word) => known.get(word) ?? unknown;
}

/** Returns content words in one form each: both sides lose plurals and endings in the same way. */
export type ContentWords = (text: string) => ReadonlySet<string>;

export function createContentWords(lists: RetrievalWords): ContentWords {
  const stopWords = new Set(lists.stop_words);
  const alike = lists.alike.map(({ said, meant }) => [new RegExp(said, "g"), ` ${meant} `] as const);
  const stem = createStemmer(lists);
  return (text) => {
    const plain = alike.reduce(
      (result, [said, meant]) => result.replace(said, meant),
      normalizeText(text).text,
    );
    const words = splitWords(plain).map((word) => word.text);
    return new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem));
  };
}

function createStemmer({ endings }: RetrievalWords): (word: string) => string {
  const rules = endings.map(({ ends, becomes }) => [new RegExp(`${anyOf(ends)}$`), becomes] as const);
  return (word) => {
    const bare = word.replace(/'s?$/, "").replace(/'/g, "");
    if (/\d/.test(bare) || bare.length <= 4) return bare.replace(/(?<=[a-z]{3})s$/, "");
    const shorter = rules.reduce((result, [ending, becomes]) => result.replace(ending, becomes), bare);
    return shorter.replace(/(?<=[a-z]{3})(.)\1$/, "$1");
  };
}

const FACTS_PER_CLAIM = 5;
/** More facts would hide the relevant one. */
const FACTS_PER_REPLY = 12;

/**
 * Returns the facts relevant to the claims of one reply: the nearest to each claim, to its subject, and to the whole
 * reply, nearest first. Facts whose misstatement was asserted word for word come first.
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
    .sort(([a, first], [b, second]) => compareNumbers(second, first) || compareText(a.id, b.id))
    .slice(0, FACTS_PER_REPLY)
    .map(([fact]) => fact);
}

/** Infinities compare as equal, although their difference is NaN. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
