/**
 * Builds the command that continues an unfinished scan: the same settings continue it, other settings would start
 * another scan.
 */
import { dirname, resolve } from "node:path";
import { selectChecks } from "../../corpus/corpus.ts";
import { isFilesName } from "../../domain/models.ts";
import {
  isRubricAsked,
  profileOf,
  repetitionsFor,
  votePolicyFor,
  wantsScales,
} from "../../domain/profiles.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { PlannedEvaluation } from "../../schema/run/run-plan.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { listRuns } from "../../store/find.ts";
import type { ScanSource } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { lawReadOn } from "../../text/duties/which-duties.ts";
import type { BenchContext } from "../bench-context.ts";
import { judgingOfScan, PLANNED_OPTIONS } from "../eval/judging-settings.ts";

/** Returns the call that continues this scan and seals it, for a hint; there is none for a scan that people decided. */
export async function finishCommand(
  context: BenchContext,
  { run, scan }: { readonly run: Pick<ScanSource, "runs">; readonly scan: Pick<ScanStore, "readPlan"> },
): Promise<string | undefined> {
  const plan = await scan.readPlan();
  if (plan.people !== undefined) return undefined;
  const corpus = await context.corpus();
  const runPlans = await Promise.all(run.runs.map((each) => each.readRunPlan()));
  const [runPlan, ...others] = runPlans;
  const names = run.runs.map(({ runId, directory }) =>
    resolve(dirname(directory)) === resolve(context.results) ? runId : directory,
  );
  const [name = ""] = names;
  const evaluation =
    runPlan === undefined || others.length > 0 || runPlan.harness === "import"
      ? undefined
      : runPlan.evaluation;
  const canResume = evaluation !== undefined && (await isAlone(context.results, name));
  if (canResume && isByEvaluation(plan, evaluation, corpus))
    return `bench.evaluate({ ${[`resume: "${name}"`, ...foldersOf(plan)].join(", ")} })`;
  const quoted = names.map((each) => `"${each}"`).join(", ");
  const runs = names.length === 1 ? quoted : `[${quoted}]`;
  const isImported = runPlans.some(({ harness }) => harness === "import");
  // For a scan by a pack's own checks, that pack takes the place of the corpus.
  const byPack = context.pack?.isShipped === false ? context.pack.root : undefined;
  const settings = [...settingsOf(plan, corpus, { isImported, byPack }), ...foldersOf(plan)];
  return `bench.scan(${runs}, { ${settings.join(", ")} })`;
}

/** Returns whether a run is among these results without pack runs beside it. Those would have to be named to resume both. */
async function isAlone(results: string, run: string): Promise<boolean> {
  const ids = (await listRuns(results)).map(({ run_id }): string => run_id);
  return ids.includes(run) && !ids.some((id) => id.startsWith(`${run}.`));
}

/** The plan does not store the folders of file judges. */
function foldersOf({ judge, adjudicator }: ScanPlan): readonly string[] {
  const isByFiles = [judge, adjudicator].some((asked) => isFilesName(asked?.model_id ?? ""));
  return isByFiles ? ["requests: requests", "answers: answers"] : [];
}

type Judges = Pick<Awaited<ReturnType<BenchContext["corpus"]>>, "checks" | "rules">;

/** Whether judging by these settings continues this scan. */
function isByEvaluation(plan: ScanPlan, wanted: PlannedEvaluation, corpus: Judges): boolean {
  const { by_pack: byPack, pack } = plan;
  const isItsPack = byPack === undefined || byPack.name === pack?.name;
  const checks = selectChecks(corpus.checks.values(), wanted);
  return (
    isItsPack &&
    plan.profile === wanted.profile &&
    (plan.judge === null || isAskedAlike(plan, plan.judge.model_id, wanted)) &&
    plan.policy === votePolicyFor(profileOf(plan), wanted.votes) &&
    plan.as_of === (wanted.as_of ?? lawReadOn(corpus.rules)) &&
    isSame(
      plan.checks,
      checks.map(({ id }) => id),
    ) &&
    checks.every(
      (check) => votesOf(plan, check) === repetitionsFor(check, profileOf(plan), wanted.repetitions),
    )
  );
}

function isAskedAlike(plan: ScanPlan, judge: string, wanted: PlannedEvaluation): boolean {
  return (
    judge === wanted.judge &&
    plan.adjudicator?.model_id === wanted.adjudicator &&
    plan.reasoning_effort === wanted.reasoning_effort &&
    (plan.by_pack !== undefined || plan.rubric === wanted.rubric) &&
    (!profileOf(plan).thorough || (plan.scales !== false) === wantsScales(wanted)) &&
    plan.deidentify === wanted.deidentify
  );
}

/** Lists the flags that reproduce the plan; leaves out defaults. */
function settingsOf(
  plan: ScanPlan,
  corpus: Judges,
  { isImported, byPack }: { readonly isImported: boolean; readonly byPack: string | undefined },
): readonly string[] {
  const { profile, judge, rubric, scales, deidentify, by_pack } = plan;
  const usual = selectChecks(corpus.checks.values(), { profile });
  const isUsual = isSame(
    plan.checks,
    usual.map(({ id }) => id),
  );
  const hasScales = judge !== null && profileOf(plan).thorough;
  const isScaledAsUsual = !hasScales || (scales !== false) === isUsual;
  const judged = [...corpus.checks.values()].filter(({ id }) => (plan.votes[id]?.repetitions ?? 0) > 0);
  const isVotedAsUsual = judged.every(
    (check) => votesOf(plan, check) === repetitionsFor(check, profileOf(plan)),
  );
  const [voted] = judged;
  const named = isUsual ? undefined : plan.checks;
  const usualRubric = isRubricAsked({ profile, checks: named }, judge, by_pack ?? null);
  const settings = {
    ...judgingOfScan(plan),
    checks: named,
    repetitions: isVotedAsUsual || voted === undefined ? undefined : votesOf(plan, voted),
    votes: plan.policy === votePolicyFor(profileOf(plan)) ? undefined : plan.policy,
    rubric: (rubric ?? false) === usualRubric ? undefined : !usualRubric,
    scales: isScaledAsUsual ? undefined : scales !== false,
    // Imports are de-identified by default, other runs are not.
    deidentify: judge === null || (deidentify ?? false) === isImported ? undefined : !isImported,
    asOf: plan.as_of === lawReadOn(corpus.rules) ? undefined : plan.as_of,
  };
  const options: readonly (readonly [string, unknown])[] = [
    ["profile", profile],
    ["byPack", by_pack && (byPack ?? by_pack.name)],
    ...PLANNED_OPTIONS.map(({ option }) => [option, settings[option]] as const),
  ];
  const asText = (value: unknown) => (typeof value === "string" ? `"${value}"` : JSON.stringify(value));
  return [...new Map(options)].flatMap(([option, value]) =>
    value === undefined ? [] : `${option}: ${asText(value)}`,
  );
}

function votesOf({ votes }: ScanPlan, { id }: Check): number {
  return votes[id]?.repetitions ?? 0;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
