/** What lexicons find in texts whose authors say what ought to be found. */
import { proportion } from "../measure/proportion.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CueExample, Lexicon, LexiconExample } from "../schema/corpus/lexicon.ts";
import type { CheckId, LexiconName, Role } from "../schema/ids.ts";
import type { Proportion } from "../schema/scan/summary.ts";
import { compileLexicons, type MatcherWords } from "../text/match/lexicon-matcher.ts";
import { type CheckLexicons, lexiconOf } from "../text/windows/question-windows.ts";
import { UnknownLexiconError } from "./errors.ts";

/** How a lexicon did. A share of nothing is `null`, never 0 or 1. */
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
  /** All users' lexicons together, and all assistants'. */
  readonly roles: readonly LexiconScore[];
  readonly overall: LexiconScore;
  /** The examples a lexicon got wrong, in the order of the file. */
  readonly mistakes: readonly LexiconExample[];
}

interface MeasuredLexicons {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly words: MatcherWords;
}

/** Runs each text through the lexicon it names and compares with what was expected. */
export function calibrateLexicons(
  { lexicons, words }: MeasuredLexicons,
  examples: readonly LexiconExample[],
): LexiconCalibration {
  const matcher = compileLexicons([...lexicons.values()], words);
  const judged = examples.map((example) => {
    const lexicon = lexicons.get(example.lexicon);
    if (lexicon === undefined) throw new UnknownLexiconError(example.lexicon, [...lexicons.keys()]);
    const hits = matcher.find(example.text, lexicon.role, new Set([lexicon.name]));
    return { example, lexicon, hit: hits.length > 0 };
  });
  const byLexicon = Map.groupBy(judged, ({ lexicon }) => lexicon);
  return {
    lexicons: [...byLexicon]
      .map(([lexicon, rows]) => score(lexicon.name, lexicon.role, rows))
      .toSorted((a, b) => (a.lexicon < b.lexicon ? -1 : 1)),
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

/** Hits against what was expected, each counted once for the row's name. */
export interface CueScore {
  readonly name: string;
  readonly found: number;
  readonly missed: number;
  readonly falseAlarms: number;
  readonly recall: Proportion;
  readonly precision: Proportion;
}

/** How lexicons and searches did by one account of what is in the messages. */
export interface CueScores {
  /** All pairs of a message and a lexicon. */
  readonly overall: CueScore;
  /**
   * The messages as wholes: found is one that holds a cue and in which a lexicon it names hit, a false alarm one that
   * holds none and in which any did.
   */
  readonly wholes: CueScore;
  /** The judge's search for cues on the same messages, for each reader who was given it. */
  readonly searches: readonly CueSearchScore[];
}

export interface CueCalibration extends CueScores {
  readonly messages: number;
  readonly lookAlikes: number;
  /** One row for each user lexicon: every message counts for every lexicon, whether it names it or not. */
  readonly lexicons: readonly CueScore[];
  /** By family, for messages that name one. */
  readonly families: readonly CueScore[];
  /** Where a lexicon erred, by the place of the message and without its text, so that a held-out file stays unread. */
  readonly mistakes: readonly CueMistake[];
  /** Held against the readings instead of the author; `null` unless every message was read. */
  readonly byReadings: CueReadings | null;
}

/** An author names what a message was written for. Readers were asked for each cue of each message, so theirs are complete. */
export interface CueReadings extends CueScores {
  /** Who read how many messages. */
  readonly readers: Readonly<Record<string, number>>;
  /** Pairs of message and cue that more than half of those who read the message name. */
  readonly cues: number;
  /** Of the author's pairs, those that the readings hold too. */
  readonly confirmed: Proportion;
  /** Of the pairs that anybody named, those that all who read the message name. */
  readonly alike: Proportion;
}

export interface CueSearchScore {
  readonly reader: string;
  readonly overall: CueScore;
  readonly wholes: CueScore;
}

export interface CueMistake {
  /** Counted from 1 over all rows. */
  readonly row: number;
  readonly family: string | null;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
}

/** Runs each message through all user lexicons and compares with the cues that its author says it holds. */
export function calibrateCues(
  {
    lexicons,
    words,
    checks,
  }: {
    readonly lexicons: CheckLexicons;
    readonly words: MatcherWords;
    readonly checks: ReadonlyMap<CheckId, Check>;
  },
  examples: readonly CueExample[],
): CueCalibration {
  const ofUsers = [...lexicons.values()].filter(({ role }) => role === "user");
  const names = ofUsers.map(({ name }) => name).sort();
  const matcher = compileLexicons(ofUsers, words);
  const known = (cues: readonly string[]) => {
    const unknown = cues.find((cue) => !names.some((name) => name === cue));
    if (unknown !== undefined) throw new UnknownLexiconError(unknown, names);
    return new Set(cues);
  };
  const read = examples.map(({ text, cues, family = null, searches = {}, readings = {} }) => ({
    family,
    expected: known(cues),
    hits: new Set<string>(matcher.find(text, "user").map(({ lexicon }) => lexicon)),
    searches,
    readings: Object.entries(readings).map(([reader, named]) => ({ reader, named: known(named) })),
  }));
  type Read = Pick<(typeof read)[number], "expected" | "hits">;
  // A search is for more than lexicons look for; of the rest nobody says whether it is there.
  const cuesOf = (id: CheckId) => {
    const check = checks.get(id);
    const lexicon = check && lexiconOf(check, lexicons);
    return lexicon?.role === "user" ? [lexicon.name] : [];
  };
  const pairs = (rows: readonly Read[], of: readonly LexiconName[]) =>
    rows.flatMap(({ expected, hits }) =>
      of.map((name) => ({ expected: expected.has(name), hit: hits.has(name) })),
    );
  const wholes = (rows: readonly Read[]) =>
    rows.map(({ expected, hits }) => ({
      expected: expected.size > 0,
      hit: expected.size > 0 ? !expected.isDisjointFrom(hits) : hits.size > 0,
    }));
  const scores = (rows: readonly Read[]) => ({
    overall: cueScore("all cues", pairs(rows, names)),
    wholes: cueScore("whole messages", wholes(rows)),
  });
  const searchers = [...new Set(read.flatMap(({ searches }) => Object.keys(searches)))].sort();
  const scoresBy = (rows: typeof read): CueScores => ({
    ...scores(rows),
    searches: searchers.map((reader) => ({
      reader,
      // A message that a reader was not given counts as one in which nothing was found.
      ...scores(
        rows.map(({ expected, searches }) => ({
          expected,
          hits: new Set<string>((searches[reader] ?? []).flatMap(cuesOf)),
        })),
      ),
    })),
  });
  const byReadings = (): CueReadings => {
    const agreed = read.map((row) => ({
      ...row,
      votes: names.map((name) => ({
        name,
        ayes: row.readings.filter(({ named }) => named.has(name)).length,
      })),
    }));
    const there = (row: (typeof agreed)[number]) =>
      row.votes.filter(({ ayes }) => ayes * 2 > row.readings.length).map(({ name }) => name);
    const sum = (count: (row: (typeof agreed)[number]) => number) =>
      agreed.reduce((total, row) => total + count(row), 0);
    const byReader = Map.groupBy(
      read.flatMap(({ readings }) => readings),
      ({ reader }) => reader,
    );
    return {
      readers: Object.fromEntries([...byReader].map(([reader, messages]) => [reader, messages.length])),
      cues: sum((row) => there(row).length),
      confirmed: proportion(
        sum((row) => there(row).filter((name) => row.expected.has(name)).length),
        sum((row) => row.expected.size),
      ),
      alike: proportion(
        sum((row) => row.votes.filter(({ ayes }) => ayes > 0 && ayes === row.readings.length).length),
        sum((row) => row.votes.filter(({ ayes }) => ayes > 0).length),
      ),
      ...scoresBy(agreed.map((row) => ({ ...row, expected: new Set<string>(there(row)) }))),
    };
  };
  const byFamily = Map.groupBy(read, ({ family }) => family);
  return {
    messages: read.length,
    lookAlikes: read.filter(({ expected }) => expected.size === 0).length,
    lexicons: names.map((name) => cueScore(name, pairs(read, [name]))),
    ...scoresBy(read),
    families: [...byFamily]
      .flatMap(([family, rows]) => (family === null ? [] : [cueScore(family, wholes(rows))]))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    mistakes: read.flatMap(({ family, expected, hits }, index) => {
      const missed = [...expected.difference(hits)].sort();
      const falseAlarms = [...hits.difference(expected)].sort();
      return missed.length + falseAlarms.length === 0
        ? []
        : [{ row: index + 1, family, missed, falseAlarms }];
    }),
    byReadings: read.length > 0 && read.every(({ readings }) => readings.length > 0) ? byReadings() : null,
  };
}

function cueScore(
  name: string,
  rows: readonly { readonly expected: boolean; readonly hit: boolean }[],
): CueScore {
  const count = (expected: boolean, hit: boolean) =>
    rows.filter((row) => row.expected === expected && row.hit === hit).length;
  const [found, missed, falseAlarms] = [count(true, true), count(true, false), count(false, true)];
  return {
    name,
    found,
    missed,
    falseAlarms,
    recall: proportion(found, found + missed),
    precision: proportion(found, found + falseAlarms),
  };
}
