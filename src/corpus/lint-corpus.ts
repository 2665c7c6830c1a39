import { type CorpusDraft, type DraftPack, type ReadOptions, readDraft } from "./corpus-draft.ts";
import { type CorpusCoverage, corpusCoverage } from "./lint/coverage.ts";
import { integrityRules, lintRules } from "./lint/lint-rules.ts";
import { type PairWords, wordsOfPairs } from "./lint/packs.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { resolveRules } from "./rules/resolve-rules.ts";

export interface LintReport {
  /** Sorted by file and place. */
  readonly problems: readonly Problem[];
  readonly coverage: CorpusCoverage;
  /** Words in which the two scripts of each pair of a pack differ. */
  readonly pairs: readonly PairWords[];
  /** Files that were checked, relative to the corpus; for a pack its own files. */
  readonly files: readonly string[];
}

/** Finds every problem of a corpus in one pass. Throws only if there is no corpus at all. */
export async function lintCorpus(root: string, options: ReadOptions = {}): Promise<LintReport> {
  const draft = await readDraft(root, options);
  const all = problemsOf(draft, options.signal);
  if (draft.pack === null)
    return { problems: all, coverage: corpusCoverage(draft), pairs: [], files: filesOf(draft) };
  // Warnings about the core do not concern a pack's author; an error of the core keeps the pack from being
  // used.
  const own = new Set(filesOf(draft.pack));
  const core = new Set(filesOf(draft).filter((file) => !own.has(file)));
  return {
    problems: all.filter(({ file, severity }) => severity === "error" || !core.has(file)),
    coverage: ownCoverage(corpusCoverage(draft), draft.pack),
    pairs: wordsOfPairs(draft.pack),
    files: [...own],
  };
}

/** Coverage of the pack's scenarios, and of the checks that are its own or apply to one of them. */
function ownCoverage(
  { scenarios_per_check: met, ...coverage }: CorpusCoverage,
  { checks }: DraftPack,
): CorpusCoverage {
  const own = new Set<string | undefined>(checks.map(({ draft: { id } }) => id));
  const shown = Object.entries(met).filter(([id, count]) => count > 0 || own.has(id));
  return { ...coverage, scenarios_per_check: Object.fromEntries(shown) };
}

/** All problems of a draft, the core of a pack included. */
export function problemsOf(draft: CorpusDraft, signal?: AbortSignal): readonly Problem[] {
  const found = [...integrityRules, ...lintRules].flatMap((rule) => {
    signal?.throwIfAborted();
    return rule(draft);
  });
  return [...draft.problems, ...resolveRules(draft).problems, ...found].sort(compareProblems);
}

/** The files of a draft, or of a pack's own part. A file of the core may have the name of one of the pack's. */
function filesOf(part: CorpusDraft | DraftPack): readonly string[] {
  const { scenarios, checks, lexicons, golden, replies, reference, rules, regimes, tags } = part;
  const lists = [scenarios, checks, lexicons, golden, replies, reference, rules, regimes].flat();
  const others =
    "manifest" in part
      ? [part.manifest]
      : [
          ...[part.canary, part.version, part.systemPrompt, part.scoring, part.judge, part.models],
          ...[part.regard, part.router, part.duties],
          ...[...Object.values(part.words), ...part.longCards, ...part.helpLines],
        ];
  return [...lists, tags, ...others].flatMap((artefact) => (artefact === null ? [] : artefact.source.file));
}
