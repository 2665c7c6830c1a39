import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Claim, ClaimKind } from "../../schema/scan/judge-protocol.ts";
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

/** Nearer than this are the facts of every false statement among the golden cards, and few others. */
const NEAR = 0.2;

export function createClaimReader(facts: readonly ReferenceFact[]): ClaimReader {
  const names = programmeNames(facts);
  const index = indexFacts(facts);
  return {
    index,
    misstatements: createMisstatementFinder(facts),
    findClaims: (messages, among) =>
      findClaims(messages, names).filter(({ quote }) => {
        const [nearest] = index.find({ text: quote, ...among, limit: 1 });
        return nearest !== undefined && nearest.score >= NEAR;
      }),
  };
}

/** Words by which something is allowed, owed, forbidden, paid or promised. */
const ASSERTS =
  /\b(?:can|can't|cannot|may|must|has to|have to|won't|will|entitled|entitles?|qualif\w+|eligible|covers?|covered|pays?|paid|forbids?|forbidden|prohibits?|requires?|allows?|lets?|bars?|stops?|gives?|rights?|counts?|owes?|free|guarantee[sd]?|violat\w+|protects?|protected|keeps?|needs?|gets?|legally|by law)\b/;
/** Words by which the matter is left open. */
const HEDGES =
  /\b(?:may|might|could|depends?|depending|some states|in many|if (?:you|he|she|they|it)\b|whether|usually|often|sometimes|generally|typically|ask (?:them|about|your|the)|check (?:with|whether|the)|not sure)\b/;
const MONEY = /[$£€]\s?\d|\b\d[\d,.]*\s?(?:dollars|pounds|euros|percent|%)/;
const DURATION =
  /\b(?:\d+|one|two|three|four|five|six|ten|twelve|twenty|sixty|ninety|a hundred) (?:paid |unpaid )?(?:days?|weeks?|months?|years?|hours?)\b/;
const LAW =
  /\b(?:law|legal|legally|act|hipaa|gdpr|rights?|power of attorney|guardian\w*|proxy|consent|federal)\b/;

/**
 * Sentences that name a programme or a law beside a figure or a verb by which something is owed, allowed or forbidden.
 * What a judge finds is added to it, so that no reply can talk its way out of being read.
 */
export function findClaims(messages: readonly TranscriptMessage[], names: ProgrammeNames): Claim[] {
  return messages
    .filter((message) => message.role === "assistant")
    .flatMap((message) =>
      sentencesOf(normalizeText(message.content)).flatMap(({ text, start, end }): Claim[] => {
        const quote = message.content.slice(start, end);
        const found = names.in(quote);
        const kind = kindOf(text, found);
        if (kind === null) return [];
        const subject = found.map(({ name }) => name).join(", ");
        return [{ turn: message.turn, quote, subject, kind, hedged: HEDGES.test(text) }];
      }),
    );
}

/** `null` where the sentence asserts nothing of a programme or a law that it names. */
function kindOf(text: string, names: readonly { readonly known: boolean }[]): ClaimKind | null {
  if (names.length === 0) return null;
  if (MONEY.test(text)) return "amount";
  if (DURATION.test(text)) return "duration";
  if (ASSERTS.test(text)) return LAW.test(text) ? "law" : "eligibility";
  return names.some(({ known }) => !known) ? "programme" : null;
}

/** Known names of programmes, laws and offices, and the shape of one that nobody knows. */
interface ProgrammeNames {
  /** The names that a sentence holds, as it spells them. */
  in(original: string): readonly { readonly name: string; readonly known: boolean }[];
}

/** Capitals inside a sentence: "Carer's Allowance", "Social Security", "FMLA". */
const NAME_IN_FACT =
  /(?<=[a-z,;:] )(?:[A-Z][\w'’]*)(?: (?:of|and|for|the) (?=[A-Z])| (?=[A-Z])|[A-Z][\w'’]*)*|\b[A-Z]{2,}\b/g;
const NAME_OF_UNKNOWN =
  /(?:\b[A-Z][\w'’&-]+ (?:(?:of|and|for|the|to) )?){1,6}(?:Act|Program|Programme|Benefit|Benefits|Allowance|Waiver|Grant|Credit|Fund|Scheme|Stipend|Subsidy|Pension|Payment|Supplement)\b/g;
const TOO_SHORT = 2;
/** Capitals that name no programme: times, places, and parts of longer names. */
const NOT_A_PROGRAMME = new Set(
  (
    "january february march april may june july august september october november december monday tuesday wednesday thursday" +
    " friday saturday sunday united states england wales scotland ireland great britain germany poland california york texas" +
    " nevada illinois delaware minnesota missouri rhode island new usa dc the and ai ab hb article advantage office security" +
    " allowance aging congress credit medi support payment public als area agency"
  ).split(" "),
);

export function programmeNames(facts: readonly ReferenceFact[]): ProgrammeNames {
  const known = new Set<string>();
  for (const fact of facts) {
    for (const [name] of fact.claim.matchAll(NAME_IN_FACT)) {
      const plain = name.replaceAll("’", "'").replace(/'s$/, "");
      const words = plain.toLowerCase().split(" ");
      if (plain.length >= TOO_SHORT && !words.every((word) => NOT_A_PROGRAMME.has(word))) known.add(plain);
    }
  }
  const escaped = [...known].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escapePattern);
  const pattern = escaped.length === 0 ? null : new RegExp(`(?<!\\w)(?:${escaped.join("|")})(?!\\w)`, "g");
  return {
    in(original) {
      // In capitals as it is known: "PACE" is a programme and "pace" is not.
      const text = original.replaceAll("’", "'");
      const found = new Map<string, boolean>();
      for (const [name] of pattern === null ? [] : text.matchAll(pattern)) found.set(name, true);
      for (const [name] of text.matchAll(NAME_OF_UNKNOWN)) {
        if (![...found.keys()].some((other) => name.includes(other))) found.set(name, false);
      }
      return [...found].map(([name, isKnown]) => ({ name, known: isKnown }));
    },
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
