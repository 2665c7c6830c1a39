/** Measures how well word lists, searches and checks find cues in users' messages, compared with authors, readers and judges. */
import { by } from "../kernel/order.ts";
import { proportion } from "../measure/proportion.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CueExample } from "../schema/corpus/lexicon.ts";
import { CheckId, type LexiconName } from "../schema/ids.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import { compileLexicons, type MatcherWords } from "../text/match/lexicon-matcher.ts";
import { type CheckLexicons, lexiconOf } from "../text/windows/question-windows.ts";
import { calibrateErrors } from "./errors.ts";

/** Hits compared with the expected ones; each counts once under the row's name. */
export interface CueScore {
  readonly name: string;
  readonly found: number;
  readonly missed: number;
  readonly falseAlarms: number;
  readonly recall: Proportion;
  readonly precision: Proportion;
}

/** Scores of lexicons and searches against one reference for the cues. */
export interface CueScores {
  /** All pairs of a message and a lexicon. */
  readonly overall: CueScore;
  /**
   * Whole messages. A message counts as found if it holds a cue and one of its lexicons hit. It counts as a false alarm
   * if it holds no cue and any lexicon hit.
   */
  readonly wholes: CueScore;
  /** The judge's search for cues on the same messages, for each reader. */
  readonly searches: readonly CueSearchScore[];
}

export interface CueCalibration extends CueScores {
  readonly messages: number;
  readonly lookAlikes: number;
  /** One row per user lexicon. Every message counts for every lexicon, named or not. */
  readonly lexicons: readonly CueScore[];
  /** By family, for messages with a family. */
  readonly families: readonly CueScore[];
  /** Errors of lexicons by message position, without the text, so that a held-out file stays unread. */
  readonly mistakes: readonly CueMistake[];
  /** Scores against the readings instead of the author; `null` unless readers read every message. */
  readonly byReadings: CueReadings | null;
  /** Scores against the answers to the checks' own questions, one entry per judge. */
  readonly byQuestions: readonly CueQuestions[];
}

/** A check's own question decides whether its situation is present in a message that lists and searches point to. */
export interface CueQuestions {
  readonly judge: string;
  readonly asked: number;
  /** Passed or failed. UNCLEAR counts as not present. */
  readonly there: number;
  /** Recall: the author's cues that are pointed to and present. Precision: the messages pointed to in which the situation is present. */
  readonly lists: CueScore;
  readonly searches: readonly CueScore[];
}

/**
 * Cues by readers. Authors name only the cue that they wrote a message for; readers answered for every cue of every
 * message, so theirs are complete.
 */
export interface CueReadings extends CueScores {
  /** Number of messages per reader. */
  readonly readers: Readonly<Record<string, number>>;
  /** Pairs of message and cue that a majority of the message's readers name. */
  readonly cues: number;
  /** Share of the author's pairs that the readings confirm. */
  readonly confirmed: Proportion;
  /** Share of the pairs named by any reader that all readers of the message name. */
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

/** Runs each message through all user lexicons and compares the hits with the author's cues. */
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
    if (unknown !== undefined) throw calibrateErrors.IB_UNKNOWN_LEXICON(unknown, names);
    return new Set(cues);
  };
  const read = examples.map(({ text, cues, family = null, searches = {}, readings = {}, decided = {} }) => ({
    family,
    expected: known(cues),
    hits: new Set<string>(matcher.find(text, "user").map(({ lexicon }) => lexicon)),
    searches,
    readings: Object.entries(readings).map(([reader, named]) => ({ reader, named: known(named) })),
    decided,
  }));
  type Read = Pick<(typeof read)[number], "expected" | "hits">;
  // A search covers more than the lexicons do; the author says nothing about the additional cues.
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
  // A message that the reader did not get counts as one without cues.
  const foundBy = (reader: string) => (row: (typeof read)[number]) =>
    new Set<string>((row.searches[reader] ?? []).flatMap(cuesOf));
  const scoresBy = (rows: typeof read): CueScores => ({
    ...scores(rows),
    searches: searchers.map((reader) => ({
      reader,
      ...scores(rows.map((row) => ({ expected: row.expected, hits: foundBy(reader)(row) }))),
    })),
  });
  const byQuestion = (judge: string): CueQuestions => {
    const answers = read.map((row) => ({
      row,
      answered: Object.entries(row.decided[judge] ?? {}).map(([id, verdict]) => ({
        cues: cuesOf(CheckId.parse(id)),
        isThere: verdict === "PASS" || verdict === "FAIL",
      })),
    }));
    const count = <Row>(rows: readonly Row[], size: (row: Row) => number) =>
      rows.reduce((sum, row) => sum + size(row), 0);
    const scoreOf = (
      name: string,
      pointedTo: (row: (typeof read)[number]) => ReadonlySet<string>,
    ): CueScore => {
      const rows = answers.map(({ row, answered }) => {
        const pointed = pointedTo(row);
        const there = new Set(answered.flatMap(({ cues, isThere }) => (isThere ? cues : [])));
        return { expected: row.expected, pointed, standing: there.intersection(pointed) };
      });
      const all = count(rows, ({ expected }) => expected.size);
      const found = count(rows, ({ expected, standing }) => expected.intersection(standing).size);
      const named = count(rows, ({ pointed }) => pointed.size);
      const standing = count(rows, (row) => row.standing.size);
      return {
        name,
        found,
        missed: all - found,
        falseAlarms: named - standing,
        recall: proportion(found, all),
        precision: proportion(standing, named),
      };
    };
    return {
      judge,
      asked: count(answers, ({ answered }) => answered.length),
      there: count(answers, ({ answered }) => answered.filter(({ isThere }) => isThere).length),
      lists: scoreOf("the lists", ({ hits }) => hits),
      searches: searchers.map((reader) => scoreOf(`the search, as read by ${reader}`, foundBy(reader))),
    };
  };
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
      .toSorted(by(({ name }) => name)),
    mistakes: read.flatMap(({ family, expected, hits }, index) => {
      const missed = [...expected.difference(hits)].sort();
      const falseAlarms = [...hits.difference(expected)].sort();
      return missed.length + falseAlarms.length === 0
        ? []
        : [{ row: index + 1, family, missed, falseAlarms }];
    }),
    byReadings: read.length > 0 && read.every(({ readings }) => readings.length > 0) ? byReadings() : null,
    byQuestions: [...new Set(read.flatMap(({ decided }) => Object.keys(decided)))].sort().map(byQuestion),
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
