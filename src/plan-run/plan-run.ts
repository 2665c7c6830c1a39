import { isAskedFor, packMark, scenarioTags, scenarioTurns } from "../domain/scenarios.ts";
import { fingerprintOf, sha256 } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import type { MeasuredTokens } from "../measure/stage-costs.ts";
import { providersErrors } from "../providers/errors.ts";
import type { Abilities } from "../schema/corpus/abilities.ts";
import { type DutyConfig, type ProductKind, ProductProfile } from "../schema/corpus/duty.ts";
import type { RouterConfig } from "../schema/corpus/judge-config.ts";
import type { ModelCatalog } from "../schema/corpus/model-catalog.ts";
import type { Scenario, ScenarioCategory, ScenarioStatus } from "../schema/corpus/scenario.ts";
import { type ModelId, type PackMark, type ReleaseLabel, Sha256 } from "../schema/ids.ts";
import {
  type HarnessName,
  type PlannedEvaluation,
  RUN_PLAN_VERSION,
  RunPlan,
  type Sampling,
} from "../schema/run/run-plan.ts";
import { globToRegExp } from "../text/match/compile-pattern.ts";
import { namesLike } from "../text/match/nearest-name.ts";
import { planRunErrors } from "./errors.ts";
import { type EstimatedWork, estimateRouter, estimateRun } from "./estimate-run.ts";

interface PlannedModel {
  readonly modelId: ModelId;
  readonly simulated: boolean;
}

export interface RunRequest<Model extends PlannedModel = PlannedModel> extends ScenarioSelection {
  readonly models: readonly Model[];
  /** Chooses every branch. @default the words of the scenarios do */
  readonly router?: PlannedModel | undefined;
  readonly repeats: number;
  readonly harness: HarnessName;
  readonly sampling: Sampling;
  /** Replaces the corpus's system prompt. */
  readonly systemPrompt?: string;
  /** The product that the assistant is presented as, and its place. @default a bare model */
  readonly product?:
    | {
        readonly kind: ProductKind | undefined;
        readonly place: string | undefined;
        readonly notice: ProductProfile["notice"];
      }
    | undefined;
  /** Abilities that the product's maker declares. @default nothing */
  readonly can?: Abilities | undefined;
  /** Whether the prompt already describes the product, as in a resumed run. @default false */
  readonly isProductTold?: boolean;
  /** Set if the command also judges. */
  readonly evaluation?: PlannedEvaluation;
  /** The cost limit that the user agreed to. */
  readonly maxCostUsd?: number;
  readonly label?: ReleaseLabel;
}

/** Plans a run before any call. Pure. */
export function planRun(input: {
  readonly request: RunRequest;
  readonly corpus: {
    readonly version: string;
    readonly hash: string;
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly scenarioHashes: ReadonlyMap<string, string>;
    readonly systemPrompt: string;
    readonly models: ModelCatalog;
    readonly private: boolean;
    readonly duties?: DutyConfig | null;
    /** The pack that the scenarios belong to. */
    readonly pack?: PackMark | null;
  };
  /** @default nothing was measured yet */
  readonly measured?: ReadonlyMap<string, MeasuredTokens>;
  /** Prices that add to or replace the corpus's. */
  readonly prices?: Readonly<ModelCatalog["models"]>;
  /**
   * Hash of the lines that the harness puts before a message. The model reads them, so they are part of the
   * fingerprint.
   */
  readonly lineTemplatesHash: string;
  /** Hash of the listening rules, which decide what the simulated people say. */
  readonly reactionRulesHash: string;
  /** The router's question and its hash. */
  readonly routing?: { readonly config: RouterConfig; readonly templateHash: string } | null;
}): RunPlan {
  const { request, corpus } = input;
  const pack = packMark(corpus.pack ?? null);
  const selected = selectScenarios(corpus.scenarios.values(), request);
  const product = request.product && planProduct(request.product);
  const prompt = request.systemPrompt ?? corpus.systemPrompt;
  const systemPrompt =
    product?.notice === "told" && request.isProductTold !== true
      ? `${prompt.trimEnd()}\n\n${tellProduct(product, corpus.duties ?? null)}`
      : prompt;
  const scenarios = selected.map((scenario) => {
    const turns = scenarioTurns(scenario).map(({ turn }) => turn);
    return {
      scenario_id: scenario.scenario_id,
      scenario_hash: Sha256.parse(corpus.scenarioHashes.get(scenario.scenario_id)),
      turns: turns.length,
      branch_points: turns.filter((turn) => turn.branches !== undefined).length,
    };
  });
  const work = {
    models: request.models,
    scenarios: selected,
    repeats: request.repeats,
    systemPrompt,
    prices: [...(input.prices ?? []), ...corpus.models.models],
    measured: input.measured ?? new Map(),
  };
  const estimates = estimateRun(work);
  const router = request.router && planRouter(request.router, input.routing ?? null, work);
  const models = request.models
    .map(({ modelId, simulated }) => ({ model_id: modelId, simulated, estimate: estimates.get(modelId) }))
    .toSorted(by(({ model_id }) => model_id));
  const conversations = models.length * scenarios.length * request.repeats;
  const turnsPerPass = scenarios.reduce((sum, scenario) => sum + scenario.turns, 0);
  const systemPromptHash = sha256(systemPrompt);

  return RunPlan.parse({
    schema_version: RUN_PLAN_VERSION,
    corpus: {
      version: corpus.version,
      hash: corpus.hash,
      ...(corpus.private ? { private: true } : {}),
      ...(pack === null ? {} : { pack }),
    },
    models,
    ...(router === undefined ? {} : { router }),
    ...(product === undefined ? {} : { product }),
    ...(request.can === undefined ? {} : { can: request.can }),
    scenarios,
    repeats: request.repeats,
    harness: request.harness,
    sampling: request.sampling,
    system_prompt: systemPrompt,
    system_prompt_hash: systemPromptHash,
    totals: { conversations, turns: models.length * request.repeats * turnsPerPass },
    selection: selectionOf(request),
    ...(request.evaluation === undefined ? {} : { evaluation: request.evaluation }),
    ...(request.maxCostUsd === undefined ? {} : { max_cost_usd: request.maxCostUsd }),
    ...(request.label === undefined ? {} : { label: request.label }),
    fingerprint: fingerprintOf({
      scenarios: scenarios.map(({ scenario_id, scenario_hash }) => [scenario_id, scenario_hash]),
      system_prompt: systemPromptHash,
      line_templates: input.lineTemplatesHash,
      listening: input.reactionRulesHash,
      models: models.map((model) => model.model_id),
      repeats: request.repeats,
      sampling: request.sampling,
      harness: request.harness,
      ...(pack === null ? {} : { pack }),
      ...(router === undefined ? {} : { router: [router.model_id, router.template_hash] }),
      ...(product === undefined ? {} : { product }),
      ...(request.can === undefined ? {} : { can: request.can }),
    }),
  });
}

function planProduct({ kind, place, notice }: NonNullable<RunRequest["product"]>): ProductProfile {
  if (kind === undefined || place === undefined) throw planRunErrors.IB_PRODUCT_PLACE(undefined);
  const parsed = ProductProfile.safeParse({ kind, place: place.toUpperCase(), notice });
  if (!parsed.success) throw planRunErrors.IB_PRODUCT_PLACE(place);
  return parsed.data;
}

/** Describes the product in a fixed paragraph: a model is judged only on duties that it was told. */
function tellProduct({ kind, place }: ProductProfile, config: DutyConfig | null): string {
  if (config === null) throw planRunErrors.IB_UNTOLD_PRODUCT();
  return config.told.trim().replace("{product}", config.products[kind]).replace("{place}", place);
}

/**
 * Plans the router for the branch points. Refuses a router without a meaning for every way, and a model that would
 * choose its own branches.
 */
function planRouter(
  { modelId, simulated }: PlannedModel,
  routing: { readonly config: RouterConfig; readonly templateHash: string } | null,
  work: EstimatedWork,
): NonNullable<RunPlan["router"]> {
  if (routing === null)
    throw providersErrors.IB_NOT_A_ROUTER(
      modelId,
      "has no question, as the corpus has no configs/router.yaml",
    );
  if (work.models.some((model) => model.modelId === modelId))
    throw providersErrors.IB_NOT_A_ROUTER(
      modelId,
      "is tested in this run, and would choose the way of its own conversations",
    );
  if (simulated && work.models.some((model) => !model.simulated))
    throw providersErrors.IB_NOT_A_ROUTER(modelId, "is simulated, and there are models here that are not");
  const unsaid = work.scenarios.flatMap((scenario) =>
    scenarioTurns(scenario)
      .filter(({ turn }) => turn.branches !== undefined)
      .filter(({ turn }) => [turn, ...(turn.branches ?? [])].some(({ means }) => means === undefined))
      .map(({ turn }) => `${scenario.scenario_id} turn ${turn.t}`),
  );
  if (unsaid.length > 0) throw planRunErrors.IB_WAYS_WITHOUT_MEANING(unsaid);
  return {
    model_id: modelId,
    simulated,
    template_hash: Sha256.parse(routing.templateHash),
    estimate: estimateRouter({ modelId, simulated }, routing.config, work),
  };
}

export interface ScenarioSelection {
  /** Globs over scenario ids; empty means all. */
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  /** Selects scenarios with any of these tags; empty means all. */
  readonly tags?: readonly string[];
  readonly status: ScenarioStatus | "all";
}

/** Returns the requested selection in the plan's format. */
function selectionOf({ scenarios, category, tags, status }: ScenarioSelection): RunPlan["selection"] {
  return {
    ...(scenarios === undefined ? {} : { scenarios: [...scenarios] }),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    status,
  };
}

/** Selects a run's scenarios, in the order of their ids. Throws if a requested one does not exist. */
export function selectScenarios(all: Iterable<Scenario>, selection: ScenarioSelection): readonly Scenario[] {
  const candidates = [...all];
  const globs = selection.scenarios ?? [];
  for (const glob of globs) {
    const pattern = globToRegExp(glob);
    if (!candidates.some((scenario) => pattern.test(scenario.scenario_id))) {
      const ids = candidates.map(({ scenario_id }) => scenario_id);
      throw planRunErrors.IB_NOTHING_SELECTED(`No scenario matches "${glob}".`, namesLike(glob, ids));
    }
  }
  const patterns = globs.map(globToRegExp);
  const tags = selection.tags ?? [];
  const unknown = tags.filter((tag) => !candidates.some((scenario) => hasTag(scenario, tag)));
  if (unknown.length > 0) {
    const known = candidates.flatMap((scenario) => [...scenarioTags(scenario)]);
    const named = unknown.map((tag) => `"${tag}"`).join(" or ");
    const similar = new Set(unknown.flatMap((tag) => namesLike(tag, known)));
    throw planRunErrors.IB_NOTHING_SELECTED(`No scenario has the tag ${named}.`, [...similar], "tags");
  }
  const selected = candidates.filter(
    (scenario) =>
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(scenario.scenario_id))) &&
      isAskedFor(scenario, selection),
  );
  if (selected.length === 0) throw planRunErrors.IB_NOTHING_SELECTED("No scenario fits the selection.");
  return selected.toSorted(by(({ scenario_id }) => scenario_id));
}

function hasTag(scenario: Scenario, tag: string): boolean {
  return new Set<string>(scenarioTags(scenario)).has(tag);
}
