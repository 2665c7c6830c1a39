/** Work before any of it is done: who is asked what, and what it will come to. Nothing is written here and no model is asked. */
import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { bringsChecks } from "../../corpus/own-checks.ts";
import { isSimulatedName, SIMULATED_JUDGE } from "../../domain/models.ts";
import { DEFAULT_PROFILES, isRubricAsked } from "../../domain/profiles.ts";
import { planConversations, planJudgingAhead } from "../../pipeline.ts";
import { ASSISTANT_PROFILES } from "../../providers/assistant-profiles.ts";
import { providersErrors } from "../../providers/errors.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import type { Abilities } from "../../schema/corpus/abilities.ts";
import { PlannedEvaluation, type RunPlan } from "../../schema/run/run-plan.ts";
import type { ScanPlan, ScanProfileName } from "../../schema/scan/scan-plan.ts";
import { measuredAnswers, measuredReplies } from "../../store/earlier-measurements.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Control, RunOptions, ScanOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { ownChecksContext } from "../packs/context-of.ts";
import { readLabel } from "../runs/name-run.ts";
import { openJudges, refuseEarly } from "../scan.ts";
import { declaredAbilities } from "./declared-abilities.ts";
import { planKeys } from "./judging-settings.ts";
import type { OpenModels } from "./open-models.ts";
import { modelName, type WorkOptions } from "./resumed-options.ts";
import { openModelsFor } from "./work-context.ts";

/** Work as it is before anything of it is written, asked or spent. */
export interface Prepared extends Asked {
  readonly models: OpenModels;
  /** `null` where nothing is judged, or nothing of it can cost anything. */
  readonly judging: ScanPlan | null;
  /** So of judging by a pack's own checks, where it brings some. */
  readonly own: ScanPlan | null;
}

/** Who is asked, and what. */
interface Asked {
  readonly targets: readonly ModelClient[];
  /** Where the plan has one. */
  readonly router?: ModelClient | undefined;
  readonly plan: RunPlan;
}

/** Conversations alone. */
export async function prepareRun(
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<Prepared> {
  const models = await openModelsFor(context, options, control);
  return { models, ...(await planAsked(models, context, options)), judging: null, own: null };
}

/** Conversations, and judging them. What judging would refuse is refused here. */
export async function prepareEvaluation(
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<Prepared> {
  const scanning = judgingOf(options);
  const models = await openModelsFor(context, options, control);
  const evaluation = (targets: readonly ModelClient[]) => evaluationOf(scanning, context, targets);
  const asked = await planAsked(models, context, options, evaluation);
  await refuseEarly(models, context, scanning, asked.targets);
  const judging = await planJudging(models, asked.plan, context, scanning);
  const byOwn = await ownJudging(context, scanning);
  const own = byOwn && (await planJudging(models, asked.plan, byOwn, scanning));
  return { models, ...asked, judging, own };
}

/** The bench that judges a pack's own run by the pack's checks; `null` where it has none, or others were asked for by name. */
export async function ownJudging(
  context: BenchContext,
  { checks = [] }: Pick<ScanOptions, "checks">,
): Promise<BenchContext | null> {
  return checks.length > 0 || !bringsChecks(await context.corpus())
    ? null
    : ownChecksContext(context, context);
}

export function judgingOf(options: WorkOptions): WorkOptions & { readonly profile: ScanProfileName } {
  return { ...options, profile: options.profile ?? DEFAULT_PROFILES.evaluation };
}

/** What an eval is to judge with, for its plan: after a kill it is known before there is a scan. */
function evaluationOf(
  options: ScanOptions & { readonly profile: ScanProfileName },
  context: BenchContext,
  targets: readonly ModelClient[],
): PlannedEvaluation {
  const isSimulated = targets.every((client) => client.simulated);
  const { judge = isSimulated ? SIMULATED_JUDGE : context.config.judge, adjudicator } = options;
  const judged = typeof judge === "string" ? { simulated: isSimulatedName(judge) } : (judge ?? null);
  const settings = planKeys({
    ...options,
    judge: judge && modelName(judge),
    adjudicator: adjudicator && modelName(adjudicator),
    rubric: isRubricAsked(options, judged),
  });
  return PlannedEvaluation.parse(settings);
}

/** What judging will come to, on conversations that are imagined. Simulated judges alone are planned for a dry run only. */
async function planJudging(
  models: OpenModels,
  plan: RunPlan,
  context: BenchContext,
  options: ScanOptions & { readonly profile: ScanProfileName },
): Promise<ScanPlan | null> {
  const isSimulated = plan.models.every((model) => model.simulated);
  const request = await openJudges(models, context, options, isSimulated);
  const isFree = [request.judge, request.adjudicator].every((judge) => judge?.simulated ?? true);
  if (isFree && !options.dryRun) return null;
  return planJudgingAhead(request, plan, {
    corpus: await context.corpus(),
    matcher: await context.matcher(),
    measured: await measuredAnswers(context.results),
    prices: context.config.prices ?? [],
  });
}

async function planAsked(
  models: OpenModels,
  context: BenchContext,
  options: WorkOptions,
  evaluation?: (targets: readonly ModelClient[]) => PlannedEvaluation,
): Promise<Asked> {
  const { harness = "llm/raw" } = options;
  const targets = await openTargets(models, context, options);
  const router = await openRouter(models, context, options, targets);
  const promptFile = options.systemPrompt ?? (await configuredPrompt(context));
  const systemPrompt =
    options.planned?.system_prompt ?? (promptFile === undefined ? undefined : await readPrompt(promptFile));
  const plan = planConversations(
    {
      models: targets,
      router,
      product: productOf(options, context),
      can: abilitiesOf(options, context),
      isProductTold: options.planned !== undefined,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(evaluation === undefined ? {} : { evaluation: evaluation(targets) }),
      ...(options.maxCostUsd === undefined ? {} : { maxCostUsd: options.maxCostUsd }),
      ...(options.label === undefined ? {} : { label: readLabel(options.label) }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
      ...(options.scenarios === undefined ? {} : { scenarios: options.scenarios }),
      ...(options.category === undefined ? {} : { category: options.category }),
      status: options.status ?? "active",
      repeats: options.repeats ?? 1,
      harness,
      sampling: {
        temperature: options.temperature ?? 0.7,
        max_tokens: options.maxTokens ?? 4096,
        seed: options.seed ?? null,
      },
    },
    {
      corpus: await context.corpus(),
      measured: await measuredReplies(context.results),
      prices: context.config.prices ?? [],
    },
  );
  return { targets, router, plan };
}

/** As it was asked for, or as the plan of a resumed run says. */
function productOf(
  { product, place, noticeOutside = false, planned }: WorkOptions,
  { config }: BenchContext,
): Parameters<typeof planConversations>[0]["product"] {
  if (planned !== undefined) return planned.product;
  if (product !== undefined || place !== undefined || noticeOutside)
    return { kind: product, place, notice: noticeOutside ? "outside" : "told" };
  return config.product && { ...config.product, notice: config.product.notice_outside ? "outside" : "told" };
}

/** As they were declared, or as the plan of a resumed run says. */
function abilitiesOf(
  { can, planned, harness }: WorkOptions,
  { config }: BenchContext,
): Abilities | undefined {
  if (planned !== undefined) return planned.can;
  const configured = config.http_harness?.can;
  return can === undefined && harness === "http/json" ? configured : declaredAbilities(can, configured);
}

/** Names of programs that answer scenarios or read files: none of them can be asked which way a reply leads. */
const NEVER_ROUTES = ["sim/", "replay/", "files/"];

/** As it was asked for, or as the plan of a resumed run says. The config's is for real models: the simulated world stays free. */
async function openRouter(
  models: OpenModels,
  { config }: BenchContext,
  { router, planned }: WorkOptions,
  targets: readonly ModelClient[],
): Promise<ModelClient | undefined> {
  const isSimulated = targets.every((client) => client.simulated);
  const wanted = router ?? (planned !== undefined || isSimulated ? undefined : config.router);
  if (wanted === undefined) return undefined;
  const name = modelName(wanted);
  if (typeof wanted === "string" && NEVER_ROUTES.some((kind) => name.startsWith(kind)))
    throw providersErrors.IB_NOT_A_ROUTER(name, "only answers what it was made for");
  return models.model(wanted);
}

async function openTargets(
  models: OpenModels,
  context: BenchContext,
  options: RunOptions,
): Promise<readonly ModelClient[]> {
  const { harness = "llm/raw" } = options;
  // A product is told the run's name, which is not known yet; it is opened once more when the run has begun.
  if (harness !== "llm/raw") return [await models.product(harness, "before")];
  const wanted =
    options.models ?? context.config.models ?? ASSISTANT_PROFILES.map(({ name }) => `sim/${name}`);
  const clients = await Promise.all([...new Set(wanted)].map((model) => models.model(model)));
  for (const [index, { modelId }] of clients.entries()) {
    if (clients.findIndex((client) => client.modelId === modelId) < index)
      throw providersErrors.IB_OWN_MODEL_NAME(modelId, "another model of this run has that name");
  }
  return clients;
}

/** A model is told what is in it: a config that may be anybody's names no file outside its folder, by a link or otherwise. */
async function configuredPrompt(context: BenchContext): Promise<string | undefined> {
  const { config, fromConfig, provenance } = context;
  if (config.system_prompt === undefined) return undefined;
  const path = fromConfig(config.system_prompt);
  if (provenance.isConfigVouchedFor) return path;
  const real = await realpath(path).catch((cause: unknown) => {
    throw apiErrors.IB_NO_SUCH_FILE(path, { cause });
  });
  const way = relative(await realpath(fromConfig(".")), real);
  if (way.split(sep)[0] === ".." || isAbsolute(way)) throw apiErrors.IB_PROMPT_OUTSIDE(real);
  return path;
}

export async function readPrompt(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw apiErrors.IB_NO_SUCH_FILE(path, { cause });
  });
}
