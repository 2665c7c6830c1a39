import { madeOnce } from "../../kernel/made-once.ts";
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

/** The reference facts, made ready to read replies with. */
export interface ClaimReader {
  readonly index: FactIndex;
  readonly misstatements: MisstatementFinder;
  /** What word patterns find, as far as a fact is near it. */
  findClaims(messages: readonly TranscriptMessage[], among: ClaimScope): readonly Claim[];
}

/** Topics and place of the facts that count. */
export type ClaimScope = Pick<FactQuery, "topics" | "place">;

/** The words of a corpus that claims are read with. */
type ReaderWords = Pick<Words, "claims" | "retrieval" | "exceptions">;

/** By which a sentence is told to be a claim, and of which kind. */
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
    // A sum may begin with the sign of its currency, which is no word.
    amounts: new RegExp(anyOf(words.amounts)),
    durations: anyWord(words.durations),
    law: anyWord(words.law),
    care: anyWord(words.care),
  };
}

/** Nearer than this are the facts of every false statement among the golden cards, and few others. */
const NEAR = 0.2;

export const createClaimReader = madeOnce(readerOf);

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
 * Sentences that name a programme or a law beside a figure or a verb by which something is owed, allowed or forbidden, and
 * those that speak of illness, medicine or care and ask nothing.
 * What a judge finds is added to it, so that no reply can talk its way out of being read.
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

/** `null` where the sentence asserts nothing of care, or of a programme or a law that it names. */
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

/** Known names of programmes, laws and offices, and the shape of one that nobody knows. */
interface ProgrammeNames {
  /** The names that a sentence holds, as it spells them. */
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
      // In capitals as it is known: "PACE" is a programme and "pace" is not.
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
