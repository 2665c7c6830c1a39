import { type CorpusDraft, type DraftPack, type ReadOptions, readDraft } from "./corpus-draft.ts";
import { type CorpusCoverage, corpusCoverage } from "./lint/coverage.ts";
import { integrityRules, lintRules } from "./lint/lint-rules.ts";
import { type PairWords, wordsOfPairs } from "./lint/packs.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { resolveRules } from "./rules/resolve-rules.ts";

export interface LintReport {
  /** By file and place. */
  readonly problems: readonly Problem[];
  readonly coverage: CorpusCoverage;
  /** In which words the two scripts of each pair of a pack differ. */
  readonly pairs: readonly PairWords[];
}

/** Everything that is wrong with a corpus, in one go. Throws only where there is no corpus at all. */
export async function lintCorpus(root: string, options: ReadOptions = {}): Promise<LintReport> {
  const draft = await readDraft(root, options);
  const all = problemsOf(draft, options.signal);
  if (draft.pack === null) return { problems: all, coverage: corpusCoverage(draft), pairs: [] };
  // What the core is warned of is no business of a pack's author; an error of it keeps the pack from being used.
  const core = new Set(coreFiles(draft));
  return {
    problems: all.filter(({ file, severity }) => severity === "error" || !core.has(file)),
    coverage: ownCoverage(corpusCoverage(draft), draft.pack),
    pairs: wordsOfPairs(draft.pack),
  };
}

/** Of the pack's scenarios, and of the checks that are its own or meet one of them. */
function ownCoverage(
  { scenarios_per_check: met, ...coverage }: CorpusCoverage,
  { checks }: DraftPack,
): CorpusCoverage {
  const own = new Set<string | undefined>(checks.map(({ draft: { id } }) => id));
  const shown = Object.entries(met).filter(([id, count]) => count > 0 || own.has(id));
  return { ...coverage, scenarios_per_check: Object.fromEntries(shown) };
}

/** What is wrong with what was read, the core of a pack included. */
export function problemsOf(draft: CorpusDraft, signal?: AbortSignal): readonly Problem[] {
  const found = [...integrityRules, ...lintRules].flatMap((rule) => {
    signal?.throwIfAborted();
    return rule(draft);
  });
  return [...draft.problems, ...resolveRules(draft).problems, ...found].sort(compareProblems);
}

/** The files that are the core's alone: one of the same name in the pack is the pack's. */
function coreFiles({ scenarios, reference, replies, pack, ...others }: CorpusDraft): readonly string[] {
  const { manifest: _, tags: ownTags, ...lists } = pack ?? { manifest: null, tags: null };
  const own = new Set(
    [...Object.values(lists).flat(), ...(ownTags === null ? [] : [ownTags])].map(({ source }) => source.file),
  );
  const { checks, lexicons, golden, longCards, rules, tags, scoring, judge } = others;
  const all = [
    ...[...scenarios, ...reference, ...replies, ...checks, ...lexicons, ...golden, ...longCards, ...rules],
    ...[tags, scoring, judge],
  ];
  return all.map(({ source }) => source.file).filter((file) => !own.has(file));
}
