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

/** Looks facts up by the words of a claim. */
export interface FactIndex {
  find(query: FactQuery): readonly FoundFact[];
}

export interface FactQuery {
  readonly text: string;
  /** Topics to look in; all of them where absent. */
  readonly topics?: readonly string[] | undefined;
  /** Where the conversation plays, as an ISO 3166 code; `null` where nobody can tell. */
  readonly place: string | null;
  readonly limit: number;
}

/** A claim is said in a fact's own words less often than in those of a misstatement: both count, the claim more. */
const MISSTATEMENT_WEIGHT = 0.9;
const TOPIC_WEIGHT = 0.7;
/** A fact of another state, or of another country, than the one at hand. */
const ELSEWHERE_FACTOR = 0.6;

interface IndexedFact {
  readonly fact: ReferenceFact;
  readonly parts: readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];
}

/** One part of a fact, by the place of the fact in the index. */
interface IndexedPart {
  readonly fact: number;
  readonly weight: number;
  /** What its words weigh together. */
  readonly total: number;
}

/**
 * Weighs shared words by how few facts use them, whatever their order, and by how much of the claim and of the fact
 * they make up. Pure: the same corpus and claim give the same facts in the same order.
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
  /** The best that any part of each fact comes to, before where it holds is asked. */
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

/** Words that mean something, in one form each: plurals and endings are taken off the same way on both sides. */
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
    .sort(([a, first], [b, second]) => compareNumbers(second, first) || compareText(a.id, b.id))
    .slice(0, FACTS_PER_REPLY)
    .map(([fact]) => fact);
}

/** Two infinities are equal, though their difference is not a number. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
