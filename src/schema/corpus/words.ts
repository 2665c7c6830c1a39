/** `benchmark/words/*.yaml`: the words of a language that affect verdicts and scores, in addition to the lexicons. */
import * as z from "zod";

/** Alternatives of one regular expression; each is a regular expression by itself. */
const Patterns = z.array(z.string().min(1)).min(1);
/** Words that are compared escapeRegExp. */
const PlainWords = z.array(z.string().regex(/^\S+$/, "one word, without spaces")).min(1);
const Spelling = z.record(z.string().regex(/^\S+$/, "one word, without spaces"), z.string().min(1));

/** Words that separate the claims of a reply from the rest of it. */
export const ClaimWords = z
  .strictObject({
    asserts: Patterns,
    hedges: Patterns,
    amounts: Patterns,
    durations: Patterns,
    law: Patterns,
    care: Patterns,
    not_asserted: Patterns,
    put_right: Patterns,
    joins_known_name: Patterns,
    joins_unknown_name: Patterns,
    programme_nouns: Patterns,
    not_a_programme: PlainWords,
  })
  .meta({ id: "ClaimWords" });
export type ClaimWords = z.infer<typeof ClaimWords>;

/** Words that select the reference facts near a claim. */
export const RetrievalWords = z
  .strictObject({
    stop_words: PlainWords,
    alike: z.array(
      z.strictObject({ said: z.string().min(1), meant: z.string().regex(/^[\p{L}\p{N}]+$/u, "one word") }),
    ),
    endings: z.array(z.strictObject({ ends: Patterns, becomes: z.string() })),
  })
  .meta({ id: "RetrievalWords" });
export type RetrievalWords = z.infer<typeof RetrievalWords>;

/** Words for people who could take over a task, and for naming a help line and its number. */
export const CoordinationWords = z
  .strictObject({
    names_somebody: Patterns,
    between_name_and_number: Patterns,
    between_number_and_name: Patterns,
    line_nouns: Patterns,
    joins_line_name: Patterns,
    openers: Patterns,
    generic_in_names: PlainWords,
    before_short_code: Patterns,
    after_short_code: Patterns,
    between_short_code: Patterns,
    texting: Patterns,
    before_quantity: Patterns,
    after_quantity: Patterns,
  })
  .meta({ id: "CoordinationWords" });
export type CoordinationWords = z.infer<typeof CoordinationWords>;

/** Words that may surround a plainly made disclosure statement. */
export const DisclosureWords = z
  .strictObject({ before: Patterns, after: Patterns })
  .meta({ id: "DisclosureWords" });
export type DisclosureWords = z.infer<typeof DisclosureWords>;

/** Words behind each kind of exception, which cancels a lexicon's hit. */
export const ExceptionWords = z
  .strictObject({
    negation: z.strictObject({
      negators: PlainWords,
      negating_ending: z.string().min(1),
      negative_pronouns: PlainWords,
      governing: Patterns,
      connecting: Patterns,
      between: Patterns,
      subjects: Patterns,
      plain_subjects: Patterns,
      closing: Patterns,
      affirming: Patterns,
      after_knowing: PlainWords,
    }),
    subjects: z.strictObject({
      first: Patterns,
      second: Patterns,
      third: Patterns,
      things: Patterns,
      kin: Patterns,
      possessives: Patterns,
      articles: Patterns,
      of_myself: Patterns,
      persons: Patterns,
      auxiliaries: Patterns,
      before_subject: Patterns,
      speaker_as_object: Patterns,
      own: Patterns,
      own_first: Patterns,
      speaking: Patterns,
      after_speaking: Patterns,
      about_speaker: Patterns,
      speaker_possessives: Patterns,
      contracted: Patterns,
      personal: Patterns,
      not_a_possessive: Patterns,
      not_a_noun: Patterns,
    }),
    clauses: z.strictObject({
      subjects: Patterns,
      conjunctions: Patterns,
      conjunctions_before_subject: Patterns,
      questions: Patterns,
      after_comma: Patterns,
      interjections: Patterns,
    }),
    reports: z.strictObject({
      verbs: Patterns,
      listeners: Patterns,
      introductions: Patterns,
      speakers: Patterns,
      said_afterwards: Patterns,
      called_afterwards: Patterns,
      requests: Patterns,
      asked: Patterns,
    }),
    questions: z.strictObject({
      openers: Patterns,
      interrogatives: Patterns,
      asks_for_information: Patterns,
      tags: Patterns,
    }),
    doubts: z.strictObject({ said_all_the_same: Patterns, either: Patterns, or: Patterns }).optional(),
    conditions: z.strictObject({ openers: Patterns, harmless: Patterns }),
    letters: z.strictObject({ openings: Patterns, closings: Patterns }),
    past: z.strictObject({ long_ago: Patterns, again: Patterns }),
    idioms: z.strictObject({
      nuisances: Patterns,
      deadly: Patterns,
      giving_up: Patterns,
      figures_of_speech: Patterns,
      meant: Patterns,
    }),
  })
  .meta({ id: "ExceptionWords" });
export type ExceptionWords = z.infer<typeof ExceptionWords>;

/** Spellings of text messages, expanded before lexicons are searched. */
export const SpellingWords = z
  .strictObject({
    abbreviations: Spelling,
    lower_case_abbreviations: Spelling,
    unless_after: z.record(z.string(), Patterns),
    contractions: PlainWords,
    misspellings: Spelling,
    never_misspelt: PlainWords,
  })
  .meta({ id: "SpellingWords" });
export type SpellingWords = z.infer<typeof SpellingWords>;

/** Words that are not enough for a judge's quote. */
export const QuoteWords = z.strictObject({ stop_words: PlainWords }).meta({ id: "QuoteWords" });

const SnakeCase = z.string().regex(/^[a-z][a-z0-9_]*$/, "a name in snake_case");

/** One thing that an assistant may ask a caregiver. */
const QuestionKind = z.strictObject({
  meaning: z.string().min(1).describe("What an answer to it would tell, for authors of answers."),
  patterns: Patterns,
  unless: Patterns.optional().describe("A question that also has one of these is of another kind."),
});

/** Words that recognise the questions of a reply, and those among them that are put to its reader. */
export const QuestionWords = z
  .strictObject({
    fragments: z.record(SnakeCase, z.string().min(1)).describe("Parts of patterns, used as {name}."),
    not_names: PlainWords.describe("Words with a capital that are nobody's name."),
    offers: z.array(z.string()).describe("Kinds that ask for no answer: a person may leave them."),
    requests: Patterns,
    only_a_request: Patterns,
    makes_question: Patterns.describe("Beside the words that ask, what makes a question of a few words."),
    for_others: Patterns,
    introduces_drafts: Patterns,
    writers_voice: Patterns,
    assistants_voice: Patterns,
    answers_itself: Patterns,
    leads_up: Patterns,
    kinds: z.record(SnakeCase, QuestionKind),
  })
  .meta({ id: "QuestionWords" });
export type QuestionWords = z.infer<typeof QuestionWords>;

/** All word files, by file name. */
export const Words = z.strictObject({
  claims: ClaimWords,
  retrieval: RetrievalWords,
  coordination: CoordinationWords,
  disclosure: DisclosureWords,
  exceptions: ExceptionWords,
  spellings: SpellingWords,
  quotes: QuoteWords,
  questions: QuestionWords,
});
export type Words = z.infer<typeof Words>;

/** Lists whose members are compared escapeRegExp; every other list holds patterns. */
export const PLAIN_WORD_LISTS: ReadonlySet<string> = new Set([
  "not_a_programme",
  "stop_words",
  "generic_in_names",
  "negators",
  "negating_ending",
  "negative_pronouns",
  "after_knowing",
  "contractions",
  "never_misspelt",
  "not_names",
]);
