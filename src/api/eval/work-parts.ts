/** Parts of one command with packs beside the core: each part has its own run. */

import type { CorpusPack } from "../../corpus/corpus.ts";
import { isAskedFor, packRunName, scenarioTags } from "../../domain/scenarios.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { RunId } from "../../schema/ids.ts";
import { pathExists } from "../../store/file-system.ts";
import { listRuns } from "../../store/find.ts";
import { runDirectory } from "../../store/layout.ts";
import { openRun } from "../../store/run-store.ts";
import { globToRegExp } from "../../text/match/compile-pattern.ts";
import { type BenchContext, packContext } from "../bench-context.ts";
import { contextOf } from "../packs/context-of.ts";
import type { WorkOptions } from "./resumed-options.ts";

/** The core's conversations, or those of one pack. */
export interface EvalJob {
  readonly context: BenchContext;
  readonly options: WorkOptions;
  /** `null` for the core. */
  readonly pack: CorpusPack | null;
}

/**
 * Lists the parts, the core first. Without packs, returns the request unchanged: a pack never changes the core's
 * part. Leaves out a part without a selected scenario.
 */
export async function partsOf(
  context: BenchContext,
  given: WorkOptions,
  runId: RunId,
  /** Returns the options of a resumed run. */
  planned: () => Promise<WorkOptions>,
): Promise<readonly EvalJob[]> {
  if (given.resume !== undefined) return resumedParts(context, given, runId, planned);
  const packs = await openPacks(context);
  if (packs.length === 0) return [{ context, options: given, pack: null }];
  const core = await context.corpus();
  const all = [core, ...packs.map(({ corpus }) => corpus)].flatMap(({ scenarios }) => [
    ...scenarios.values(),
  ]);
  // The core refuses a pattern without a match in any part: it is a typing error.
  const unmatched = (given.scenarios ?? []).filter(
    (glob) => !all.some((scenario) => isNamed(scenario, globToRegExp(glob))),
  );
  // The same applies to a tag without a scenario. A tag of some part applies to that part only.
  const tagsOf = (some: readonly Scenario[]) =>
    new Set<string>(some.flatMap((each) => [...scenarioTags(each)]));
  const known = tagsOf(all);
  const ownTags = (some: readonly Scenario[]) => {
    if (given.tags === undefined || given.tags.some((tag) => !known.has(tag))) return {};
    const own = tagsOf(some);
    const tags = given.tags.filter((tag) => own.has(tag));
    return tags.length === 0 ? {} : { tags };
  };
  const parts = [
    selectPart(
      { context, options: { ...given, ...ownTags([...core.scenarios.values()]), runId }, pack: null },
      [...core.scenarios.values()],
      unmatched,
    ),
    ...packs.map(({ own, corpus, pack }) => {
      const scenarios = [...corpus.scenarios.values()];
      const options = { ...given, ...ownTags(scenarios), runId: packRunName(runId, pack.name) };
      return selectPart({ context: own, options, pack }, scenarios);
    }),
  ].filter((part) => part !== null);
  const [first, ...others] = parts;
  // If nothing at all is selected, the core reports it.
  if (first === undefined) return [{ context, options: given, pack: null }];
  // A single run has no runs beside it.
  return others.length > 0 ? parts : [{ ...first, options: { ...first.options, runId } }];
}

/** Returns a run with its pack runs and the named packs that have none yet; or a pack's run alone. */
async function resumedParts(
  context: BenchContext,
  given: WorkOptions,
  runId: RunId,
  planned: () => Promise<WorkOptions>,
): Promise<readonly EvalJob[]> {
  const mark = await packOfRun(context.results, runId);
  if (mark !== undefined) {
    const own = await contextOf(context, runId, mark);
    return [{ context: own, options: given, pack: (await own.corpus()).pack }];
  }
  const parts: EvalJob[] = [{ context, options: given, pack: null }];
  for (const { own, pack } of await openBeside(context, runId)) {
    const options = { ...withoutSelection(given), resume: packRunName(runId, pack.name) };
    parts.push({ context: own, options, pack });
  }
  const known = new Set(parts.map(({ pack }) => pack?.name));
  for (const { own, corpus, pack } of await openPacks(context)) {
    if (known.has(pack.name)) continue;
    const { resume: _, ...options } = await planned();
    const part = { context: own, options: { ...options, runId: packRunName(runId, pack.name) }, pack };
    const selected = selectPart(part, [...corpus.scenarios.values()]);
    if (selected !== null) parts.push(selected);
  }
  return parts;
}

async function openPacks(context: BenchContext) {
  const opened = await Promise.all(
    context.packs.map(async (place) => {
      const own = packContext(context, place);
      const corpus = await own.corpus();
      return corpus.pack === null ? [] : [{ own, corpus, pack: corpus.pack }];
    }),
  );
  return opened.flat();
}

/** Opens the packs whose runs belong to a run. */
async function openBeside(context: BenchContext, runId: RunId) {
  const found: { readonly own: BenchContext; readonly pack: CorpusPack }[] = [];
  for (const run of await packRunsOf(context.results, runId)) {
    const own = await contextOf(context, run, await packOfRun(context.results, run));
    const { pack } = await own.corpus();
    if (pack !== null) found.push({ own, pack });
  }
  return found;
}

/** Finds the pack runs of a core run, by their names and their plans. */
export async function packRunsOf(results: string, runId: string): Promise<readonly RunId[]> {
  const named = (await listRuns(results)).filter(({ run_id }) => run_id.startsWith(`${runId}.`));
  const found: RunId[] = [];
  for (const { run_id } of named) {
    const pack = await packOfRun(results, run_id);
    if (pack !== undefined && packRunName(runId, pack.name) === run_id) found.push(run_id);
  }
  return found;
}

async function packOfRun(results: string, runId: RunId) {
  if (!(await pathExists(runDirectory(results, runId).runPlan))) return undefined;
  const plan = await (await openRun({ results, runId, mode: "read" })).readRunPlan();
  return plan.harness === "import" ? undefined : plan.corpus.pack;
}

/** Matches a twin by its own id, and by its original's. */
function isNamed({ scenario_id, twin_of }: Scenario, pattern: RegExp): boolean {
  return pattern.test(scenario_id) || (twin_of !== undefined && pattern.test(twin_of));
}

/** Narrows the part to its own selection; `null` if nothing of it is selected. */
function selectPart(
  part: EvalJob,
  all: readonly Scenario[],
  unmatched: readonly string[] = [],
): EvalJob | null {
  const { scenarios: globs, status = "active", ...selection } = part.options;
  const asked = all.filter((scenario) => isAskedFor(scenario, { ...selection, status }));
  if (globs === undefined) return asked.length === 0 ? null : part;
  const matching = (glob: string, some: readonly Scenario[]) =>
    some.filter((scenario) => isNamed(scenario, globToRegExp(glob)));
  const chosen = [...new Set(globs.flatMap((glob) => matching(glob, asked)))];
  if (chosen.length === 0 && (part.pack !== null || unmatched.length === 0)) return null;
  // The core's plan keeps the request, as it would without a pack.
  const scenarios =
    part.pack === null
      ? globs.filter((glob) => unmatched.includes(glob) || matching(glob, all).length > 0)
      : chosen.map(({ scenario_id }) => scenario_id);
  return { ...part, options: { ...part.options, scenarios } };
}

/** Drops the options that a planned run takes from its plan. */
export function withoutSelection(options: WorkOptions): WorkOptions {
  const { scenarios: _, category: __, tags: ___, status: ____, runId: _____, ...rest } = options;
  return rest;
}
