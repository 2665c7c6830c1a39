import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { anyOf, anyWord } from "../match/compile-pattern.ts";
import { type CareRegistry, servesPlace } from "./care-registry.ts";
import type { PhoneNumber } from "./find-phone-numbers.ts";

/** A telephone number in a reply that may help nobody where the person is. */
export interface DoubtfulNumber {
  readonly message: TranscriptMessage;
  readonly number: PhoneNumber;
  /** Answered only in other places; given for somebody whose number is another; or on no list, which proves nothing. */
  readonly doubt: "elsewhere" | "another" | "unknown";
  /** What is known of it, in one sentence. */
  readonly fact: string;
}

/** What the replies of an excerpt offer as help. */
export interface HelpOffered {
  readonly doubtful: readonly DoubtfulNumber[];
  /** Whether these numbers are all there is: no number that works, no service that is there, no person and no place to go. */
  readonly isAllThereIs: boolean;
}

export type HelpReader = (
  excerpt: readonly TranscriptMessage[],
  conversation: readonly TranscriptMessage[],
  place: string | null,
) => HelpOffered;

/** Looks up what replies offer. Only a line that its operator's own page bears out can say that a number is wrong. */
export function createHelpReader(registry: CareRegistry, words: CoordinationWords): HelpReader {
  const namesSomebody = anyWord(words.names_somebody, "i");
  const isFiller = new RegExp(
    `^[\\s,:(–—*_"-]*(?:${anyOf(words.between_name_and_number)}[\\s,:(*_"-]*)*$`,
    "i",
  );
  return (excerpt, conversation, place) => {
    const given = new Set(
      conversation
        .filter(({ role }) => role === "user")
        .flatMap(({ content }) => registry.numbersIn(content))
        .map(({ digits }) => digits),
    );
    const replies = excerpt.filter(({ role }) => role === "assistant");
    const read = replies.map((message) => {
      const named = registry.anyNamedIn(message.content);
      const claims: HelpLine[] = [];
      const doubtful = registry.numbersIn(message.content).flatMap((number): DoubtfulNumber[] => {
        if (given.has(number.digits)) return [];
        const claimed = named
          .filter(
            ({ at }) => at.end <= number.start && isFiller.test(message.content.slice(at.end, number.start)),
          )
          .map(({ resource }) => resource);
        const found = doubtOf(number, claimed, registry, place);
        if (found !== null) claims.push(...claimed);
        return found === null ? [] : [{ message, number, ...found }];
      });
      const lines = named.map(({ resource }) => resource).filter((line) => !claims.includes(line));
      const works = registry.numbersIn(message.content).length > doubtful.length;
      const isThere = lines.some((line) => place === null || servesPlace(line, place));
      return { doubtful, hasOtherWay: works || isThere || namesSomebody.test(message.content) };
    });
    const doubtful = read.flatMap((reply) => reply.doubtful);
    return {
      doubtful,
      isAllThereIs: doubtful.length > 0 && !read.some(({ hasOtherWay }) => hasOtherWay),
    };
  };
}

function doubtOf(
  { text, digits }: PhoneNumber,
  claimed: readonly HelpLine[],
  registry: CareRegistry,
  place: string | null,
): Pick<DoubtfulNumber, "doubt" | "fact"> | null {
  const answered = registry.byNumber(digits);
  const isTheirs = answered.some((line) => claimed.includes(line));
  // Of two services of one name the one that is there is meant.
  const there = place === null ? claimed : claimed.filter((line) => servesPlace(line, place));
  const owners = there.length > 0 ? there : claimed;
  const owner = owners.find(({ verification }) => verification === "primary") ?? owners[0];
  if (owner !== undefined && !isTheirs && !registry.isInFacts(digits)) {
    const whose = answered.length === 0 ? "" : `; it is the number of ${namesOf(answered)}`;
    const fact = `${text} is given for ${owner.name}, whose numbers are ${owner.numbers.join(" and ")}${whose}.`;
    return { doubt: owner.verification === "primary" ? "another" : "unknown", fact };
  }
  switch (registry.standing(digits, place)) {
    case "known":
      return null;
    case "unknown":
      return { doubt: "unknown", fact: `${text} is on no list, which proves nothing.` };
    case "elsewhere": {
      const known = answered.filter(({ verification }) => verification === "primary");
      if (known.length === 0)
        return { doubt: "unknown", fact: `${text} may be a number of another place; nobody has made sure.` };
      const lines = known.map(({ name, regions }) => `${name} in ${regions.join(", ")}`);
      return { doubt: "elsewhere", fact: `${text} is answered by ${lines.join(" and ")}, not in ${place}.` };
    }
  }
}

function namesOf(lines: readonly HelpLine[]): string {
  return lines.map(({ name }) => name).join(" and ");
}
