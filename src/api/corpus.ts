/** What a corpus can be asked by itself, without a run: lint, and its lexicons and checks on their own examples. */

import { basename, isAbsolute, join, relative, resolve } from "node:path";
import type * as z from "zod";
import { type CueCalibration, calibrateCues } from "../calibrate/calibrate-cues.ts";
import { calibrateGolden, type GoldenCalibration } from "../calibrate/calibrate-golden.ts";
import { calibrateLexicons, type LexiconCalibration } from "../calibrate/calibrate-lexicons.ts";
import { checksMatching } from "../corpus/corpus.ts";
import { type LintReport, lintCorpus } from "../corpus/lint-corpus.ts";
import { formatProblems, type Problem } from "../corpus/problem.ts";
import { hasCode } from "../kernel/errors.ts";
import { CueExample, LexiconExample } from "../schema/corpus/lexicon.ts";
import { readJsonLines } from "../store/artefact-files.ts";

import { heldOutCuesFile, heldOutExamplesFile } from "../store/layout.ts";
import { type BenchContext, SHIPPED_CORPUS } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { measuredContext } from "./packs/context-of.ts";

export interface LintResult extends Omit<LintReport, "files"> {
  readonly errors: number;
  readonly warnings: number;
  /** The problems as a person reads them. */
  readonly text: string;
}

/**
 * Checks a corpus. `paths` narrows what is reported, never what is read: a file may break another. Throws where a path leads to
 * nothing that was read, of which nothing could be reported.
 */
export async function lint(
  context: BenchContext,
  paths: readonly string[] = [],
  options: Stoppable = {},
): Promise<LintResult> {
  const signal = signalOf(options);
  const { corpusRoot, corpusBase, packs } = context;
  // Where the day begins first it is fourteen hours later than in Greenwich: nobody's own day is still to come.
  const today = new Date(context.clock.now() + 14 * 3_600_000).toISOString().slice(0, 10);
  const places = packs.length > 0 ? packs.map(({ root }) => root) : [corpusRoot];
  const base = packs.length > 0 ? SHIPPED_CORPUS : corpusBase;
  const linted = await Promise.all(
    places.map(async (root) => {
      const report = await lintCorpus(root, base === undefined ? { signal, today } : { signal, today, base });
      const shown = report.problems.filter(
        ({ file }) => paths.length === 0 || paths.some((path) => isBelow(root, path, file)),
      );
      const looked = new Set([...report.files, ...report.problems.map(({ file }) => file)]);
      const missed = paths.filter((path) => ![...looked].some((file) => isBelow(root, path, file)));
      // Files of several packs may have the same name.
      const name = (file: string) => (places.length === 1 ? file : join(basename(root), file));
      return {
        ...report,
        missed,
        problems: shown.map((problem) => ({ ...problem, file: name(problem.file) })),
      };
    }),
  );
  const stray = paths.find((path) => linted.every(({ missed }) => missed.includes(path)));
  if (stray !== undefined) throw apiErrors.IB_NOT_LINTED(stray, places);
  const shown = linted.flatMap(({ problems }) => problems);
  const [first, ...others] = linted;
  if (first === undefined) throw new RangeError("nothing was linted");
  const count = (severity: Problem["severity"]) =>
    shown.filter((problem) => problem.severity === severity).length;
  return {
    problems: shown,
    // Of several packs each would say it of itself alone.
    coverage: first.coverage,
    pairs: [first, ...others].flatMap(({ pairs }) => pairs),
    errors: count("error"),
    warnings: count("warning"),
    text: formatProblems(shown),
  };
}

/** A path may be given from here or from the corpus. One that leads to a folder around the corpus names no part of it. */
function isBelow(root: string, path: string, file: string): boolean {
  return [resolve(path), resolve(root, path)].some(
    (place) => isWithin(root, place) && isWithin(place, resolve(root, file)),
  );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way.startsWith("..") || isAbsolute(way));
}

/** Precision and recall of the lexicons on a file of examples; by default on the held-out ones of the corpus, or of a named pack. */
export async function calibrateLexiconsOnFile(
  context: BenchContext,
  file: string | undefined,
): Promise<LexiconCalibration> {
  const measured = await measuredContext(context);
  const root = measured.pack?.root ?? context.corpusRoot;
  return calibrateLexicons(
    await measured.corpus(),
    await examplesIn(file ?? heldOutExamplesFile(root), LexiconExample),
  );
}

/** What the user lexicons find in messages of real length; by default in the corpus's held-out ones. */
export async function calibrateCuesOnFiles(
  context: BenchContext,
  files: readonly string[] = [],
): Promise<CueCalibration> {
  const corpus = await (await measuredContext(context)).corpus();
  const paths = files.length > 0 ? files : [heldOutCuesFile(context.corpusRoot)];
  const examples: CueExample[] = [];
  for (const path of paths) examples.push(...(await examplesIn(path, CueExample)));
  return calibrateCues(corpus, examples);
}

/** The rows of a file that somebody named to measure on: none at all is a mistake, and no figure. */
async function examplesIn<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const rows = readJsonLines(path, schema, { version: 1, tornLastLine: "refuse" });
  const examples = await Array.fromAsync(rows).catch((error: unknown) => {
    throw hasCode(error, "IB_NO_SUCH_ARTIFACT") ? apiErrors.IB_NO_SUCH_FILE(path, { cause: error }) : error;
  });
  if (examples.length === 0) throw apiErrors.IB_NO_EXAMPLES(path);
  return examples;
}

/** Each check's deterministic part against its golden cards. */
export async function calibrateGoldenCards(
  context: BenchContext,
  checkGlobs: readonly string[] = [],
): Promise<GoldenCalibration> {
  const measured = await measuredContext(context, checkGlobs);
  const corpus = await measured.corpus();
  const checks = checksMatching(corpus.checks.values(), checkGlobs);
  return calibrateGolden({ ...corpus, checks, matcher: await measured.matcher() });
}
