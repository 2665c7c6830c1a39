/** Reads to which line a reply assigns a telephone number, and whether that line serves the person's place. */
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { anyOf } from "../match/compile-pattern.ts";
import type { TextRange } from "../normalise/words.ts";
import { type CareRegistry, type NamedLine, servesPlace } from "./care-registry.ts";
import type { PhoneNumber } from "./find-phone-numbers.ts";

/** Why a number may not help at the person's place. */
export interface NumberDoubt {
  /**
   * "elsewhere": serves other places only. "another": given for a different line. "unknown": on no list, which proves
   * nothing.
   */
  readonly doubt: "elsewhere" | "another" | "unknown";
  /** The known fact about the number, in one sentence. */
  readonly fact: string;
}

export interface GivenNumber {
  readonly number: PhoneNumber;
  /** Lines that the reply says the number belongs to, by their own names. */
  readonly claimed: readonly HelpLine[];
  readonly found: NumberDoubt | null;
}

/** Reads the numbers of one reply, without the caregiver's own. */
export type NumberReader = (
  reply: string,
  own: ReadonlySet<string>,
  place: string | null,
) => readonly GivenNumber[];

/**
 * Returns numbers that the caregiver gave. A number in the registry belongs to its line, also if the caregiver gave it.
 */
export function ownNumbers(
  conversation: readonly TranscriptMessage[],
  registry: CareRegistry,
): ReadonlySet<string> {
  const told = conversation
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => registry.numbersIn(content))
    .map(({ digits }) => digits);
  return new Set(told.filter((digits) => registry.byNumber(digits).length === 0));
}

const SHORTEST_CODE = 3;

/** Only a line confirmed by its operator's own page can prove a number wrong. */
export function createNumberReader(registry: CareRegistry, words: CoordinationWords): NumberReader {
  const mark = "[\\s,:(\\[`–—*_\"'-]*";
  const leadsToNumber = new RegExp(`^${mark}(?:${anyOf(words.between_name_and_number)}${mark})*$`, "i");
  const leadsToName = new RegExp(
    `^[*_\`"')\\s]*(?:\\(|,? ?${anyOf(words.between_number_and_name)}\\b)[*_\`"'\\s]*(?:${anyOf(words.between_number_and_name)} [*_\`"']*)*$`,
    "i",
  );
  const stands = (reply: string, number: PhoneNumber, name: TextRange) => {
    if (number.end <= name.start) return leadsToName.test(reply.slice(number.end, name.start));
    const between = reply.slice(name.end, number.start);
    // A row of names and codes: "Samaritans, Shout, 111".
    if (number.digits.length <= SHORTEST_CODE && between.includes(",")) return false;
    return name.end <= number.start && leadsToNumber.test(between);
  };
  const beside = (reply: string, number: PhoneNumber, named: readonly NamedLine[]) =>
    named.filter(({ at }) => stands(reply, number, at)).map(({ resource }) => resource);
  return (reply, own, place) => {
    const numbers = registry.numbersIn(reply).filter(({ digits }) => !own.has(digits));
    if (numbers.length === 0) return [];
    const named = registry.anyNamedIn(reply);
    const organisations = registry.linesOfNamedIn(reply);
    return numbers.map((number) => {
      const claimed = beside(reply, number, named);
      const organisation = beside(reply, number, organisations);
      const found =
        doubtOfLine(number, claimed, registry, place) ??
        doubtOfOrganisation(number, organisation, registry) ??
        doubtOfPlace(number, registry, place);
      return { number, claimed, found };
    });
  };
}

function doubtOfLine(
  { text, digits }: PhoneNumber,
  claimed: readonly HelpLine[],
  registry: CareRegistry,
  place: string | null,
): NumberDoubt | null {
  const answered = registry.byNumber(digits);
  // If two services share a name, the one that serves the place is meant.
  const there = place === null ? claimed : claimed.filter((line) => servesPlace(line, place));
  const owners = there.length > 0 ? there : claimed;
  const owner = owners.find(isPrimary) ?? owners[0];
  if (owner === undefined || answered.some((line) => claimed.includes(line)) || registry.isInFacts(digits))
    return null;
  const whose = answered.length === 0 ? "" : `; it is the number of ${namesOf(answered)}`;
  const fact = `${text} is given for ${owner.name}, whose numbers are ${owner.numbers.join(" and ")}${whose}.`;
  return { doubt: isPrimary(owner) ? "another" : "unknown", fact };
}

function isRunBy(answered: readonly HelpLine[], lines: readonly HelpLine[]): boolean {
  const operators = new Set(lines.map(({ operator }) => operator));
  return answered.some(({ operator }) => operators.has(operator));
}

/** An organisation may have unlisted numbers, but not a number that belongs to another line. */
function doubtOfOrganisation(
  { text, digits }: PhoneNumber,
  lines: readonly HelpLine[],
  registry: CareRegistry,
): NumberDoubt | null {
  const answered = registry.byNumber(digits);
  const [first] = lines;
  if (first === undefined || answered.length === 0 || isRunBy(answered, lines)) return null;
  const fact = `${text} is given for ${first.operator}; it is the number of ${namesOf(answered)}.`;
  return { doubt: answered.every(isPrimary) ? "another" : "unknown", fact };
}

function doubtOfPlace(
  { text, digits }: PhoneNumber,
  registry: CareRegistry,
  place: string | null,
): NumberDoubt | null {
  switch (registry.standing(digits, place)) {
    case "known":
      return null;
    case "unknown":
      return { doubt: "unknown", fact: `${text} is on no list, which proves nothing.` };
    case "elsewhere": {
      const known = registry.byNumber(digits).filter(isPrimary);
      if (known.length === 0)
        return { doubt: "unknown", fact: `${text} may be a number of another place; nobody has made sure.` };
      const lines = known.map(({ name, regions }) => `${name} in ${regions.join(", ")}`);
      return { doubt: "elsewhere", fact: `${text} is answered by ${lines.join(" and ")}, not in ${place}.` };
    }
  }
}

function isPrimary({ verification }: HelpLine): boolean {
  return verification === "primary";
}

function namesOf(lines: readonly HelpLine[]): string {
  return lines.map(({ name }) => name).join(" and ");
}
