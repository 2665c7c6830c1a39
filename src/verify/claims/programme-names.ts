import type { ReferenceFact } from "../../schema/reference-fact.ts";

/** Known names of programmes, laws and offices, and the shape of one that nobody knows. */
export interface ProgrammeNames {
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
