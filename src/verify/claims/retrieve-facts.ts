import { mayHoldAt } from "../../domain/places.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Claim } from "../../schema/scan/judge-protocol.ts";
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

const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can could do does for from get gets had has have he her his i if in into is it its just" +
    " may me might more most must my no not of on one or our out over say says she should so some than that the their them" +
    " then there they this to too until up us was we were what when which who will with would you your yours any all also"
  ).split(" "),
);
/** Said in several ways, meant alike. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\b(?:a?round[ -]the[ -]clock|day and night|night and day|24[ -]hours?|24\/7|live-in)\b/g, " allday "],
  [/\b(?:in|at) (?:the|his|her|their|your) (?:house|home|flat)\b/g, " home "],
  [/\b(?:free of charge|no cost|nothing to pay|costs nothing)\b/g, " free "],
  [/\bpower of attorney\b|\blpa\b/g, " poa "],
  [/\bnursing homes?\b|\bcare homes?\b/g, " nursinghome "],
  [/\b(?:a |one )?hundred\b/g, " 100 "],
  [/\btwelve\b/g, " 12 "],
  [/\bfive\b/g, " 5 "],
];
/** A claim is said in a fact's own words less often than in those of a misstatement: both count, the claim more. */
const MISSTATEMENT_WEIGHT = 0.9;
const TOPIC_WEIGHT = 0.7;
/** A fact of another state, or of another country, than the one at hand. */
const ELSEWHERE_FACTOR = 0.6;

interface IndexedFact {
  readonly fact: ReferenceFact;
  readonly parts: readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];
}

/**
 * Weighs shared words by how few facts use them, whatever their order, and by how much of the claim and of the fact
 * they make up. Pure: the same corpus and claim give the same facts in the same order.
 */
export function indexFacts(facts: readonly ReferenceFact[]): FactIndex {
  const indexed = facts.map(indexFact);
  const rarity = rarityOf(indexed);
  const weigh = (words: Iterable<string>) => {
    let sum = 0;
    for (const word of words) sum += rarity(word);
    return sum;
  };
  const scoreOf = ({ fact, parts }: IndexedFact, query: ReadonlySet<string>, place: string | null) => {
    let best = 0;
    for (const { words, weight } of parts) {
      const shared = [...query].filter((word) => words.has(word));
      if (shared.length === 0) continue;
      const overlap = weigh(shared) / Math.sqrt(weigh(query) * weigh(words));
      best = Math.max(best, overlap * weight);
    }
    return best * (place !== null && !mayHoldAt(fact.jurisdiction, place) ? ELSEWHERE_FACTOR : 1);
  };
  return {
    find({ text, topics, place, limit }) {
      const query = contentWords(text);
      const wanted = topics === undefined ? null : new Set(topics);
      return indexed
        .filter(({ fact }) => wanted === null || wanted.has(fact.topic))
        .map((item) => ({ fact: item.fact, score: scoreOf(item, query, place) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.fact.id < b.fact.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}

function indexFact(fact: ReferenceFact): IndexedFact {
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
  return (word) => Math.log(1 + (indexed.length + 1) / ((uses.get(word) ?? 0) + 0.5));
}

/** Words that mean something, in one form each: plurals and endings are taken off the same way on both sides. */
export function contentWords(text: string): ReadonlySet<string> {
  const plain = ALIKE.reduce(
    (result, [said, meant]) => result.replace(said, meant),
    normalizeText(text).text,
  );
  const words = splitWords(plain).map((word) => word.text);
  return new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem));
}

function stem(word: string): string {
  const bare = word.replace(/'s?$/, "").replace(/'/g, "");
  if (/\d/.test(bare) || bare.length <= 4) return bare.replace(/(?<=[a-z]{3})s$/, "");
  return bare
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?:ing|ed|es|s|e)$/, "")
    .replace(/(?<=[a-z]{3})(.)\1$/, "$1");
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
    .sort(([a, first], [b, second]) => compareNumbers(second, first) || (a.id < b.id ? -1 : 1))
    .slice(0, FACTS_PER_REPLY)
    .map(([fact]) => fact);
}

/** Two infinities are equal, though their difference is not a number. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
