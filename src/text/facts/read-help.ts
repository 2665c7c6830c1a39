import type { CoordinationWords } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { anyWord } from "../match/compile-pattern.ts";
import { type CareRegistry, servesPlace } from "./care-registry.ts";
import type { PhoneNumber } from "./find-phone-numbers.ts";
import { createNumberReader, type NumberDoubt, ownNumbers } from "./read-numbers.ts";

/** A telephone number in a reply that may not help at the person's place. */
export interface DoubtfulNumber extends NumberDoubt {
  readonly message: TranscriptMessage;
  readonly number: PhoneNumber;
}

/** Help that the replies of an excerpt offer. */
export interface HelpOffered {
  readonly doubtful: readonly DoubtfulNumber[];
  /** Whether the replies offer only these numbers: no working number, service, person or place. */
  readonly isAllThereIs: boolean;
}

export type HelpReader = (
  excerpt: readonly TranscriptMessage[],
  conversation: readonly TranscriptMessage[],
  place: string | null,
) => HelpOffered;

export function createHelpReader(registry: CareRegistry, words: CoordinationWords): HelpReader {
  const namesSomebody = anyWord(words.names_somebody, "i");
  const readNumbers = createNumberReader(registry, words);
  return (excerpt, conversation, place) => {
    const own = ownNumbers(conversation, registry);
    const replies = excerpt.filter(({ role }) => role === "assistant");
    const read = replies.map((message) => {
      const { content } = message;
      const given = readNumbers(content, own, place);
      const doubtful = given.flatMap(({ number, found }): DoubtfulNumber[] =>
        found === null ? [] : [{ message, number, ...found }],
      );
      const claims = given.flatMap(({ claimed, found }) => (found === null ? [] : claimed));
      const lines = registry
        .anyNamedIn(content)
        .map(({ resource }) => resource)
        .filter((line) => !claims.includes(line));
      const works = registry.numbersIn(content).length > doubtful.length;
      const isThere = lines.some((line) => place === null || servesPlace(line, place));
      return { doubtful, hasOtherWay: works || isThere || namesSomebody.test(content) };
    });
    const doubtful = read.flatMap((reply) => reply.doubtful);
    return {
      doubtful,
      isAllThereIs: doubtful.length > 0 && !read.some(({ hasOtherWay }) => hasOtherWay),
    };
  };
}
