import { buildCorpus } from "./build-corpus.ts";
import type { Corpus } from "./corpus.ts";
import { CorpusError } from "./corpus-error.ts";
import { integrityRules } from "./lint/integrity-rules.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { type ReadOptions, readDraft } from "./read-draft.ts";
import { resolveRules } from "./resolve-rules.ts";

export interface CorpusReading {
  /** `null` where any problem is an error. */
  readonly corpus: Corpus | null;
  readonly problems: readonly Problem[];
}

/** Reads a corpus that will be used. Throws a CorpusError that lists every error of every file. */
export async function loadCorpus(root: string, options: ReadOptions = {}): Promise<Corpus> {
  const { corpus, problems } = await readCorpus(root, options);
  if (corpus === null) {
    throw new CorpusError(
      root,
      problems.filter((problem) => problem.severity === "error"),
    );
  }
  return corpus;
}

/** Reads a corpus with all that would keep it from being used. Throws only where there is no corpus at all. */
export async function readCorpus(root: string, options: ReadOptions = {}): Promise<CorpusReading> {
  const draft = await readDraft(root, options);
  const { rules, problems } = resolveRules(draft);
  const all = [...draft.problems, ...problems, ...integrityRules.flatMap((rule) => rule(draft))].sort(
    compareProblems,
  );
  const isBroken = all.some((problem) => problem.severity === "error");
  return { corpus: isBroken ? null : buildCorpus(draft, rules), problems: all };
}
