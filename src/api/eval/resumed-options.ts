/** Options of a resumed run come from its plan. An option that is given must equal the plan's. */

import { ABILITY_NAMES } from "../../domain/models.ts";
import { wantsScales } from "../../domain/profiles.ts";
import { type OptionRows, RUN_OPTIONS, type WORK_OPTIONS } from "../../domain/work-options.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import type { AbilityName } from "../../schema/corpus/abilities.ts";
import type { ScenarioId } from "../../schema/ids.ts";
import type { PlannedEvaluation, RunPlan } from "../../schema/run/run-plan.ts";
import { storeErrors } from "../../store/errors.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { Queued, RunOptions, ScanOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { optionsIn, PLANNED_OPTIONS } from "./judging-settings.ts";
import type { SpendOptions } from "./open-models.ts";

/** Options of a run, with its plan if it is resumed. */
export type WorkOptions = RunOptions &
  ScanOptions &
  Queued &
  Pick<SpendOptions, "ledger" | "accounts" | "isRemote"> & { readonly planned?: RunPlan };

/** An option's given and planned value; `undefined` if absent. */
interface Setting {
  readonly option: string;
  readonly given: unknown;
  readonly planned: unknown;
}

/** Returns the plan's settings as options. A run that stopped before it had a plan starts with the given options. */
export async function resumedOptions(
  store: Pick<RunStore, "runId" | "directory" | "hasRunPlan" | "readRunPlan" | "recordedCalls">,
  given: RunOptions & ScanOptions,
  tools: {
    readonly knows: (scenarioId: ScenarioId) => boolean;
    readonly readPrompt: (path: string) => Promise<string>;
  },
): Promise<WorkOptions> {
  if (!(await store.hasRunPlan())) {
    if (!namesSettings(given)) throw apiErrors.IB_NOTHING_TO_RESUME(store.runId, "unplanned");
    return given;
  }
  const plan = await store.readRunPlan();
  if (plan.harness === "import") throw apiErrors.IB_NOTHING_TO_RESUME(store.runId, "imported");
  const prompt = given.systemPrompt === undefined ? undefined : await tools.readPrompt(given.systemPrompt);
  const settings = [...runSettings(plan, given, prompt), ...judgingSettings(plan.evaluation, given)];
  const differing = settings.filter(isOtherwise);
  if (differing.length > 0) throw apiErrors.IB_RESUMED_OTHERWISE(store.runId, differing.map(describe));
  if (!plan.scenarios.every(({ scenario_id }) => tools.knows(scenario_id)))
    throw storeErrors.IB_PLAN_CHANGED(store.directory, ["scenarios"]);
  const ceiling = given.maxCostUsd ?? (await store.recordedCalls())?.maxCostUsd ?? plan.max_cost_usd;
  const { scenarios: _, category: __, tags: ___, status: ____, systemPrompt: _____, ...rest } = given;
  return {
    ...rest,
    planned: plan,
    models: given.models ?? plan.models.map(({ model_id }) => model_id),
    // Uses the caller's own client unchanged.
    ...(plan.router === undefined ? {} : { router: given.router ?? plan.router.model_id }),
    ...selectionOptions(plan, given),
    repeats: plan.repeats,
    harness: plan.harness,
    temperature: plan.sampling.temperature,
    maxTokens: plan.sampling.max_tokens,
    ...(plan.sampling.seed === null ? {} : { seed: plan.sampling.seed }),
    ...(ceiling === undefined ? {} : { maxCostUsd: ceiling }),
    ...(plan.label === undefined ? {} : { label: plan.label }),
    ...(plan.evaluation === undefined ? {} : judgingOptions(plan.evaluation, given)),
  };
}

/**
 * Returns the plan's scenarios. A plan without a stored selection does not know the request, so the given selection
 * is compared with the scenarios.
 */
function selectionOptions(plan: RunPlan, { scenarios, category, tags, status }: RunOptions): RunOptions {
  if (plan.selection === undefined && (scenarios ?? category ?? tags ?? status) !== undefined)
    return {
      ...(scenarios === undefined ? {} : { scenarios }),
      ...(category === undefined ? {} : { category }),
      ...(tags === undefined ? {} : { tags }),
      ...(status === undefined ? {} : { status }),
    };
  return { scenarios: plan.scenarios.map(({ scenario_id }) => scenario_id), status: "all" };
}

// An option without a row, or a row without an option, does not compile.
const ROWS = RUN_OPTIONS satisfies OptionRows<
  Omit<RunOptions, "cancelled" | keyof typeof WORK_OPTIONS>,
  typeof RUN_OPTIONS
>;

/** Whether any given option changes the questions or the models. */
function namesSettings(given: RunOptions): boolean {
  const { runId, resume, label, place, noticeOutside, ...naming } = ROWS;
  return Object.keys(naming).some((option) => Reflect.get(given, option) !== undefined);
}

function runSettings(plan: RunPlan, given: RunOptions, prompt: string | undefined): readonly Setting[] {
  const { sampling, selection } = plan;
  const setting = (option: string, value: unknown, planned: unknown) => ({ option, given: value, planned });
  const planned = plan.models.map(({ model_id }) => model_id);
  // In the plan's prompt, the product's notice follows the given prompt.
  const isTold = plan.product?.notice === "told" && plan.system_prompt.startsWith(`${prompt?.trimEnd()}\n\n`);
  const wholePrompt = isTold ? plan.system_prompt : prompt;
  const promptHash = wholePrompt === undefined ? undefined : sha256(wholePrompt).slice(0, PROMPT_HASH_DIGITS);
  return [
    setting("harness", given.harness, plan.harness),
    setting("models", given.models?.map(modelName), planned),
    ...(selection === undefined
      ? []
      : [
          setting("scenarios", given.scenarios, selection.scenarios),
          setting("category", given.category, selection.category),
          setting("tags", given.tags, selection.tags),
          setting("status", given.status, selection.status),
        ]),
    setting("router", given.router && modelName(given.router), plan.router?.model_id),
    setting("product", given.product, plan.product?.kind),
    setting("place", given.place?.toUpperCase(), plan.product?.place),
    setting("noticeOutside", given.noticeOutside, plan.product?.notice === "outside"),
    setting("can", ...abilitiesSetting(given.can, plan.can)),
    setting("repeats", given.repeats, plan.repeats),
    setting("temperature", given.temperature, sampling.temperature),
    setting("maxTokens", given.maxTokens, sampling.max_tokens),
    setting("label", given.label, plan.label),
    setting("seed", given.seed, sampling.seed ?? undefined),
    setting("systemPrompt", promptHash, plan.system_prompt_hash.slice(0, PROMPT_HASH_DIGITS)),
  ];
}

const PROMPT_HASH_DIGITS = 12;

/** Compares proofs only if one was given. */
function abilitiesSetting(
  given: RunOptions["can"],
  planned: RunPlan["can"] = {},
): readonly [given: string | undefined, planned: string] {
  const worded = (name: AbilityName, proof: string | true | undefined) =>
    typeof given?.[name] === "string" ? `${name}=${proof}` : name;
  const listed = (can: { readonly [Name in AbilityName]?: string | true | undefined }) =>
    ABILITY_NAMES.filter((name) => can[name] !== undefined)
      .map((name) => worded(name, can[name]))
      .join(", ");
  return [given && listed(given), listed(planned) || "none"];
}

function judgingSettings(planned: PlannedEvaluation | undefined, given: ScanOptions): readonly Setting[] {
  if (planned === undefined) return [];
  const settings = { scales: wantsScales(planned), ...optionsIn(planned) };
  const { judge, adjudicator } = given;
  const named = {
    ...given,
    judge: judge && modelName(judge),
    adjudicator: adjudicator && modelName(adjudicator),
  };
  return PLANNED_OPTIONS.map(({ option }) => ({ option, given: named[option], planned: settings[option] }));
}

function judgingOptions(planned: PlannedEvaluation, given: ScanOptions): ScanOptions {
  const { judge, adjudicator } = given;
  return {
    ...optionsIn(planned),
    // Uses the caller's own client unchanged.
    ...(planned.judge === undefined || judge === undefined ? {} : { judge }),
    ...(planned.adjudicator === undefined || adjudicator === undefined ? {} : { adjudicator }),
  };
}

/** Returns the name of a model that is given by name or as a client. */
export function modelName(model: string | ModelClient): string {
  return typeof model === "string" ? model : model.modelId;
}

function isOtherwise({ given, planned }: Setting): boolean {
  return given !== undefined && inWords(given) !== inWords(planned);
}

function describe({ option, given, planned }: Setting): string {
  const has =
    planned === undefined
      ? `The plan has no \`${option}\``
      : `The plan has \`${option}: ${inWords(planned)}\``;
  return `${has}, and \`${option}: ${inWords(given)}\` was given`;
}

/** Returns the same text for the same settings, in any order of a list. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...new Set(value)].toSorted().join(","));
  return value === undefined ? "none" : JSON.stringify(value);
}
