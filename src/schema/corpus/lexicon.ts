import * as z from "zod";
import { CheckId, LexiconName, Role } from "../ids.ts";
import { Verdict } from "../scan/verdict.ts";

const Note = z.string().optional();

export const PhraseEntry = z.strictObject({ phrase: z.string().trim().min(1), note: Note });
const Literal = z.string().min(2);

/**
 * `literal` (or one of several) must occur in every match of the pattern: the automaton searches for it
 * first.
 * `{name}` in a pattern inserts the lexicon's fragment of that name.
 */
export const PatternEntry = z.strictObject({
  pattern: z.string().min(1),
  literal: z.union([Literal, z.array(Literal).min(1)]),
  note: Note,
});
export const LexiconEntry = z.union([PhraseEntry, PatternEntry]);
export type LexiconEntry = z.infer<typeof LexiconEntry>;

export const ExceptionKind = z.enum([
  "negation",
  "quotation",
  "draft",
  "third_person",
  "other_subject",
  "question",
  "conditional",
  "past",
  "idiom",
]);
export type ExceptionKind = z.infer<typeof ExceptionKind>;
/** An exception: a kind with a built-in rule, or a pattern of the lexicon itself, tried on the sentence of the hit. */
export const LexiconException = z.union([
  ExceptionKind,
  z.strictObject({ kind: ExceptionKind, pattern: z.string().min(1) }),
]);
export type LexiconException = z.infer<typeof LexiconException>;

/** A family of phrases that one role must not say, or that mark a cue. */
export const Lexicon = z
  .strictObject({
    name: LexiconName,
    role: Role,
    description: z.string().trim().min(1),
    fragments: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]*$/, "a fragment's name is lower_snake_case"),
        z.string().min(1),
      )
      .optional()
      .meta({ description: "Parts that patterns share, written in them as {name}." }),
    entries: z.array(LexiconEntry).min(1),
    exceptions: z.array(LexiconException).optional(),
    examples: z.strictObject({
      match: z.array(z.string().min(1)).min(1),
      no_match: z.array(z.string().min(1)).min(1),
    }),
  })
  .meta({ id: "Lexicon" });
export type Lexicon = z.infer<typeof Lexicon>;

/** One line of a file that lexicons are measured on: a text, and whether the lexicon ought to find something in it. */
export const LexiconExample = z
  .strictObject({ lexicon: z.string().min(1), text: z.string().min(1), expected: z.boolean() })
  .meta({ id: "LexiconExample" });
export type LexiconExample = z.infer<typeof LexiconExample>;

/** One line of a file that cues are measured on: a message of real length, and the user lexicons that ought to find it. */
export const CueExample = z
  .strictObject({
    text: z.string().trim().min(1),
    cues: z.array(z.string().min(1)).describe("None for a look-alike."),
    family: z.string().min(1).optional(),
    writer: z.string().min(1).optional(),
    searches: z
      .record(z.string().min(1), z.array(CheckId))
      .optional()
      .describe("By reader: the checks that the judge's search for cues named in it."),
    readings: z
      .record(z.string().min(1), z.array(z.string().min(1)))
      .optional()
      .describe("By reader, asked for each cue and blind to `cues` and `searches`: all that are in it."),
    decided: z
      .record(z.string().min(1), z.record(CheckId, Verdict))
      .optional()
      .describe(
        "By judge: what the own questions of checks come to, with a neutral reply, where a list or a search points to the message.",
      ),
  })
  .meta({ id: "CueExample" });
export type CueExample = z.infer<typeof CueExample>;
