import { Lexicon, type LexiconEntry, type LexiconException } from "../../schema/corpus/lexicon.ts";

/** Lexicon for tests: phrases as strings, patterns as a pair with their literal. */
export function lexicon(input: {
  readonly name?: string;
  readonly role?: "user" | "assistant";
  readonly entries: readonly (string | readonly [pattern: string, literal: string])[];
  readonly exceptions?: readonly LexiconException[];
}): Lexicon {
  const entries = input.entries.map(
    (entry): LexiconEntry =>
      typeof entry === "string" ? { phrase: entry } : { pattern: entry[0], literal: entry[1] },
  );
  return Lexicon.parse({
    name: input.name ?? "sample",
    role: input.role ?? "assistant",
    description: "Made for a test.",
    entries,
    exceptions: input.exceptions ?? [],
    examples: { match: ["none"], no_match: ["none"] },
  });
}
