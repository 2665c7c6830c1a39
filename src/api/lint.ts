import { isAbsolute, relative, resolve } from "node:path";
import { formatProblems } from "../corpus/format-problems.ts";
import { type LintReport, lintCorpus } from "../corpus/lint-corpus.ts";
import type { Problem } from "../corpus/problem.ts";
import type { Workshop } from "./workshop.ts";

export interface LintResult extends LintReport {
  readonly errors: number;
  readonly warnings: number;
  /** The problems as a person reads them. */
  readonly text: string;
}

/** Checks a corpus. `paths` narrows what is reported, never what is read: a file may break another. */
export async function lint(
  { corpusRoot: root, corpusBase: base }: Workshop,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<LintResult> {
  const { problems, coverage } = await lintCorpus(root, base === undefined ? { signal } : { signal, base });
  const shown = problems.filter(
    (problem) => paths.length === 0 || paths.some((path) => isBelow(root, path, problem)),
  );
  const count = (severity: Problem["severity"]) =>
    shown.filter((problem) => problem.severity === severity).length;
  return {
    problems: shown,
    coverage,
    errors: count("error"),
    warnings: count("warning"),
    text: formatProblems(shown),
  };
}

/** A path may be given from here or from the corpus. */
function isBelow(root: string, path: string, problem: Problem): boolean {
  const file = resolve(root, problem.file);
  return [resolve(path), resolve(root, path)].some((folder) => {
    const way = relative(folder, file);
    return way === "" || !(way.startsWith("..") || isAbsolute(way));
  });
}
