import { type ReadOptions, readDraft } from "./corpus-draft.ts";
import { type CorpusCoverage, corpusCoverage } from "./lint/coverage.ts";
import { integrityRules, lintRules } from "./lint/lint-rules.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { resolveRules } from "./rules/resolve-rules.ts";

export interface LintReport {
  /** By file and place. */
  readonly problems: readonly Problem[];
  readonly coverage: CorpusCoverage;
}

/** Everything that is wrong with a corpus, in one go. Throws only where there is no corpus at all. */
export async function lintCorpus(root: string, options: ReadOptions = {}): Promise<LintReport> {
  const draft = await readDraft(root, options);
  const found = [...integrityRules, ...lintRules].flatMap((rule) => {
    options.signal?.throwIfAborted();
    return rule(draft);
  });
  const problems = [...draft.problems, ...resolveRules(draft).problems, ...found].sort(compareProblems);
  return { problems, coverage: corpusCoverage(draft) };
}
