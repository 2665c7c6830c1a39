/** Measures lexicons on texts with expected hits from their authors. */
import { by } from "../kernel/order.ts";
import type { Lexicon, LexiconExample } from "../schema/corpus/lexicon.ts";
import type { Role } from "../schema/ids.ts";
import { compileLexicons, type MatcherWords } from "../text/match/lexicon-matcher.ts";
import { calibrateErrors } from "./errors.ts";

/** Score of a lexicon. A share of zero texts is `null`. */
export interface LexiconScore {
  readonly lexicon: string;
  readonly role: Role | null;
  readonly examples: number;
  readonly found: number;
  readonly missed: number;
  readonly falseAlarms: number;
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface LexiconCalibration {
  readonly lexicons: readonly LexiconScore[];
  /** All user lexicons together, and all assistant lexicons together. */
  readonly roles: readonly LexiconScore[];
  readonly overall: LexiconScore;
  /** Examples that a lexicon got wrong, in file order. */
  readonly mistakes: readonly LexiconExample[];
}

interface MeasuredLexicons {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly words: MatcherWords;
}

/** Runs each text through its lexicon and compares the result with the expected one. */
export function calibrateLexicons(
  { lexicons, words }: MeasuredLexicons,
  examples: readonly LexiconExample[],
): LexiconCalibration {
  const matcher = compileLexicons([...lexicons.values()], words);
  const judged = examples.map((example) => {
    const lexicon = lexicons.get(example.lexicon);
    if (lexicon === undefined)
      throw calibrateErrors.IB_UNKNOWN_LEXICON(example.lexicon, [...lexicons.keys()]);
    const hits = matcher.find(example.text, lexicon.role, new Set([lexicon.name]));
    return { example, lexicon, hit: hits.length > 0 };
  });
  const byLexicon = Map.groupBy(judged, ({ lexicon }) => lexicon);
  return {
    lexicons: [...byLexicon]
      .map(([lexicon, rows]) => score(lexicon.name, lexicon.role, rows))
      .toSorted(by(({ lexicon }) => lexicon)),
    roles: (["user", "assistant"] as const).map((role) =>
      score(
        `all ${role}`,
        role,
        judged.filter(({ lexicon }) => lexicon.role === role),
      ),
    ),
    overall: score("overall", null, judged),
    mistakes: judged.filter(({ example, hit }) => hit !== example.expected).map(({ example }) => example),
  };
}

function score(
  lexicon: string,
  role: Role | null,
  rows: readonly { readonly example: LexiconExample; readonly hit: boolean }[],
): LexiconScore {
  const count = (expected: boolean, hit: boolean) =>
    rows.filter((row) => row.example.expected === expected && row.hit === hit).length;
  const [found, missed, falseAlarms] = [count(true, true), count(true, false), count(false, true)];
  return {
    lexicon,
    role,
    examples: rows.length,
    found,
    missed,
    falseAlarms: falseAlarms,
    precision: found + falseAlarms === 0 ? null : found / (found + falseAlarms),
    recall: found + missed === 0 ? null : found / (found + missed),
  };
}
