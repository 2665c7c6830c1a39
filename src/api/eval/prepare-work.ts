/** Prepares work before any of it runs: its models, questions and cost. Writes nothing and asks no model. */
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

/** Work before any write, call or cost. */
export interface Prepared extends Asked {
  readonly models: OpenModels;
  /** `null` if nothing is judged, or nothing of it can cost anything. */
  readonly judging: ScanPlan | null;
  /** Plan of judging by a pack's own checks, if it has some; `null` as above. */
  readonly own: ScanPlan | null;
}

interface Asked {
  readonly targets: readonly ModelClient[];
  /** Set if the plan has one. */
  readonly router?: ModelClient | undefined;
  readonly plan: RunPlan;
}

/** Prepares conversations without judging. */
export async function prepareRun(
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<Prepared> {
  const models = await openModelsFor(context, options, control);
  return { models, ...(await planAsked(models, context, options)), judging: null, own: null };
}

/** Prepares conversations and their judging. Throws here for everything that judging would refuse. */
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

/** Opens the bench that judges a pack's own run by the pack's checks; `null` if the pack has none, or other checks were named. */
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

/** Judging settings for the run's plan: after a kill they are known before a scan exists. */
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

/** Plans judging on imagined conversations. Plans simulated judges only for a dry run. */
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

/** Returns the product as requested, or from the plan of a resumed run. */
function productOf(
  { product, place, noticeOutside = false, planned }: WorkOptions,
  { config }: BenchContext,
): Parameters<typeof planConversations>[0]["product"] {
  if (planned !== undefined) return planned.product;
  if (product !== undefined || place !== undefined || noticeOutside)
    return { kind: product, place, notice: noticeOutside ? "outside" : "told" };
  return config.product && { ...config.product, notice: config.product.notice_outside ? "outside" : "told" };
}

/** Returns the abilities as declared, or from the plan of a resumed run. */
function abilitiesOf(
  { can, planned, harness }: WorkOptions,
  { config }: BenchContext,
): Abilities | undefined {
  if (planned !== undefined) return planned.can;
  const configured = config.http_harness?.can;
  return can === undefined && harness === "http/json" ? configured : declaredAbilities(can, configured);
}

/** Prefixes of programs that answer scenarios or read files: they cannot choose a branch. */
const NEVER_ROUTES = ["sim/", "replay/", "files/"];

/**
 * Opens the router as requested, or from the plan of a resumed run. The config's router is for real models: the
 * simulated world stays free.
 */
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
  // A product needs the run's name, which is not known yet; it is opened again once the run exists.
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

/**
 * Reads the config's prompt. Its text goes to a model, so an untrusted config may not name a file outside its folder,
 * by a link or otherwise.
 */
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
