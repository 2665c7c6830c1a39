/** Questions about a corpus alone, without a run: lint, and its lexicons and checks on their own examples. */

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
  /** The problems as text for people. */
  readonly text: string;
}

/**
 * Checks a corpus. `paths` narrows the report, not the reading: a file may break another. Throws if a path matches no
 * file that was read.
 */
export async function lint(
  context: BenchContext,
  paths: readonly string[] = [],
  options: Stoppable = {},
): Promise<LintResult> {
  const signal = signalOf(options);
  const { corpusRoot, corpusBase, packs } = context;
  // Uses the earliest time zone, fourteen hours ahead of Greenwich, so that no user's today counts as future.
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
    // With several packs, each would report only its own coverage.
    coverage: first.coverage,
    pairs: [first, ...others].flatMap(({ pairs }) => pairs),
    errors: count("error"),
    warnings: count("warning"),
    text: formatProblems(shown),
  };
}

/** Matches a path relative to the current folder or to the corpus. A path to a folder around the corpus matches no part of it. */
function isBelow(root: string, path: string, file: string): boolean {
  return [resolve(path), resolve(root, path)].some(
    (place) => isWithin(root, place) && isWithin(place, resolve(root, file)),
  );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way.startsWith("..") || isAbsolute(way));
}

/**
 * Measures precision and recall of the lexicons on a file of examples; by default on the held-out ones of the corpus,
 * or of a named pack.
 */
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

/** Measures the user lexicons on messages of real length; by default on the corpus's held-out ones. */
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

/** Reads the examples of a file named for a measurement. An empty file is an error, not a zero. */
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
