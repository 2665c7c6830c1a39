import { memoize } from "../../kernel/memoize.ts";
import { compareText } from "../../kernel/order.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { ClaimWords, Words } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Claim, ClaimKind } from "../../schema/scan/judge-protocol.ts";
import { anyOf, anyWord } from "../../text/match/compile-pattern.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import { sentencesOf } from "../../text/normalise/sentences.ts";
import { createMisstatementFinder, type MisstatementFinder } from "./find-misstatements.ts";
import { type FactIndex, type FactQuery, indexFacts } from "./retrieve-facts.ts";

/** Reads replies with the help of the reference facts. */
export interface ClaimReader {
  readonly index: FactIndex;
  readonly misstatements: MisstatementFinder;
  /** Returns the claims found by word patterns that are near a fact. */
  findClaims(messages: readonly TranscriptMessage[], among: ClaimScope): readonly Claim[];
}

/** Topics and place of the relevant facts. */
export type ClaimScope = Pick<FactQuery, "topics" | "place">;

/** Words of a corpus for reading claims. */
type ReaderWords = Pick<Words, "claims" | "retrieval" | "exceptions">;

/** Patterns that detect a claim and its kind. */
interface ClaimPatterns {
  readonly asserts: RegExp;
  readonly hedges: RegExp;
  readonly amounts: RegExp;
  readonly durations: RegExp;
  readonly law: RegExp;
  readonly care: RegExp;
}

export function compileClaims(words: ClaimWords): ClaimPatterns {
  return {
    asserts: anyWord(words.asserts),
    hedges: anyWord(words.hedges),
    // A sum may begin with a currency sign, which is not a word character.
    amounts: new RegExp(anyOf(words.amounts)),
    durations: anyWord(words.durations),
    law: anyWord(words.law),
    care: anyWord(words.care),
  };
}

/** Facts of every false statement among the golden cards score above this, and few other facts do. */
const NEAR = 0.2;

export const createClaimReader = memoize(readerOf);

function readerOf(facts: readonly ReferenceFact[], words: ReaderWords): ClaimReader {
  const names = programmeNames(facts, words.claims);
  const patterns = compileClaims(words.claims);
  const index = indexFacts(facts, words.retrieval);
  return {
    index,
    misstatements: createMisstatementFinder(facts, words),
    findClaims: (messages, among) =>
      findClaims(messages, names, patterns).filter(({ quote }) => {
        const [nearest] = index.find({ text: quote, ...among, limit: 1 });
        return nearest !== undefined && nearest.score >= NEAR;
      }),
  };
}

/**
 * Finds sentences that name a programme or a law beside a figure or a verb of entitlement, duty or prohibition. Also
 * finds sentences about illness, medicine or care that are not questions.
 * A judge's claims are added to these, so that no reply can persuade its way out of the check.
 */
export function findClaims(
  messages: readonly TranscriptMessage[],
  names: ProgrammeNames,
  patterns: ClaimPatterns,
): Claim[] {
  return messages
    .filter((message) => message.role === "assistant")
    .flatMap((message) =>
      sentencesOf(normalizeText(message.content)).flatMap(({ text, start, end }): Claim[] => {
        const quote = message.content.slice(start, end);
        const found = names.in(quote);
        const kind = kindOf(text, found, patterns);
        if (kind === null) return [];
        const subject = found.map(({ name }) => name).join(", ");
        return [{ turn: message.turn, quote, subject, kind, hedged: patterns.hedges.test(text) }];
      }),
    );
}

/** Returns `null` for a sentence that asserts nothing about care, or about a programme or a law that it names. */
function kindOf(
  text: string,
  names: readonly { readonly known: boolean }[],
  patterns: ClaimPatterns,
): ClaimKind | null {
  if (names.length === 0) return patterns.care.test(text) && !text.trimEnd().endsWith("?") ? "other" : null;
  if (patterns.amounts.test(text)) return "amount";
  if (patterns.durations.test(text)) return "duration";
  if (patterns.asserts.test(text)) return patterns.law.test(text) ? "law" : "eligibility";
  return names.some(({ known }) => !known) ? "programme" : null;
}

/** Known names of programmes, laws and offices, and the shape of unknown ones. */
interface ProgrammeNames {
  /** Returns the names in a sentence, as spelled there. */
  in(original: string): readonly { readonly name: string; readonly known: boolean }[];
}

const TOO_SHORT = 2;

export function programmeNames(facts: readonly ReferenceFact[], lists: ClaimWords): ProgrammeNames {
  /** Capitals inside a sentence: "Carer's Allowance", "Social Security", "FMLA". */
  const nameInFact = new RegExp(
    `(?<=[a-z,;:] )(?:[A-Z][\\w'’]*)(?: ${anyOf(lists.joins_known_name)} (?=[A-Z])| (?=[A-Z])|[A-Z][\\w'’]*)*|\\b[A-Z]{2,}\\b`,
    "g",
  );
  const nameOfUnknown = new RegExp(
    `(?:\\b[A-Z][\\w'’&-]+ (?:${anyOf(lists.joins_unknown_name)} )?){1,6}${anyOf(lists.programme_nouns)}\\b`,
    "g",
  );
  const notProgramme = new Set(lists.not_a_programme);
  const known = new Set<string>();
  for (const fact of facts) {
    for (const [name] of fact.claim.matchAll(nameInFact)) {
      const plain = name.replaceAll("’", "'").replace(/'s$/, "");
      const words = plain.toLowerCase().split(" ");
      if (plain.length >= TOO_SHORT && !words.every((word) => notProgramme.has(word))) known.add(plain);
    }
  }
  const escaped = [...known].sort((a, b) => b.length - a.length || compareText(a, b)).map(escapePattern);
  const pattern = escaped.length === 0 ? null : new RegExp(`(?<!\\w)(?:${escaped.join("|")})(?!\\w)`, "g");
  return {
    in(original) {
      // Case matters: "PACE" is a programme and "pace" is not.
      const text = original.replaceAll("’", "'");
      const found = new Map<string, boolean>();
      for (const [name] of pattern === null ? [] : text.matchAll(pattern)) found.set(name, true);
      for (const [name] of text.matchAll(nameOfUnknown)) {
        if (![...found.keys()].some((other) => name.includes(other))) found.set(name, false);
      }
      return [...found].map(([name, isKnown]) => ({ name, known: isKnown }));
    },
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
