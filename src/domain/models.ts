/**
 * Information in a model's name, and abilities that its maker declares. Imports no values, because the page
 * uses it and must not load a schema.
 */
import { compareText } from "../kernel/order.ts";
import type { Abilities, AbilityName } from "../schema/corpus/abilities.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { RunManifest } from "../schema/run/manifest.ts";
import type { HarnessName, Release, StoredRunPlan } from "../schema/run/run-plan.ts";

const SIMULATED = "sim/";
/** Default judge of simulated assistants. */
export const SIMULATED_JUDGE = `${SIMULATED}judge`;

/** Whether a name is reserved for our own programs. */
export function isSimulatedName(modelId: string): boolean {
  return modelId.startsWith(SIMULATED);
}

/**
 * Whether a harness tests a product, which receives the conversation alone: no system prompt and no sampling
 * settings.
 */
export function isOfProduct(harness: HarnessName): boolean {
  return harness === "givecare/v2" || harness === "http/json";
}

/** Whether a name stands for a reader: questions are written to files, and a person or program answers them. */
export function isFilesName(modelId: string): boolean {
  return modelId.startsWith("files/");
}

/** Names all models of a task, because a worker needs all of them: used by tasks, workers and refusals. */
export function neededModels(modelIds: readonly string[]): string {
  return modelIds.join(" and ");
}

/** Cost of answers that are paid for outside this program. */
export const PAID_ELSEWHERE = "paid elsewhere";

/** A model's price in batches. Cached input keeps its price, because not every provider combines the discounts. */
export function batchPrice(price: ModelPrice): ModelPrice {
  const { batch_share: share = 1, input, cache_write, output } = price;
  return {
    ...price,
    input: input * share,
    ...(cache_write === undefined ? {} : { cache_write: cache_write * share }),
    output: output * share,
    // Without a price of its own, cached input costs the same as other input.
    ...(price.cached_input === undefined
      ? {}
      : { cached_input: Math.min(price.cached_input, input * share) }),
  };
}

/** Family of a model: the one in the catalogue, otherwise its maker's name. */
export function modelFamily(modelId: string, { models }: Pick<ModelCatalog, "models">): string {
  const known = models.find(({ model }) => model === modelId)?.family;
  if (known !== undefined) return known;
  // `openrouter/anthropic/claude-…` belongs to Anthropic, not to the router.
  return modelId.split("/").at(-2) ?? modelId;
}

/** Models that reason before they answer unless told not to, by the beginning of their own name. */
const REASONING = /^(?:gpt-[5-9]|o\d|gemini-(?:2\.5|[3-9])|deepseek-r|qwq|magistral|grok-[4-9])|reason|think/;

/** Whether a model is known for hidden reasoning that is billed; an unknown model is assumed to answer directly. */
export function reasonsByItself(modelId: string): boolean {
  return REASONING.test(modelId.slice(modelId.lastIndexOf("/") + 1));
}

/** Release of one run, or of several that were judged together; a label that only some of them have is dropped. */
export function releaseOf(
  runs: readonly {
    readonly plan: Pick<StoredRunPlan, "label">;
    readonly manifest: Pick<RunManifest, "started_at">;
  }[],
): Release {
  const labels = new Set(runs.map(({ plan }) => plan.label ?? null));
  const [begun] = runs.map(({ manifest }) => manifest.started_at).toSorted();
  return { label: labels.size === 1 ? ([...labels][0] ?? null) : null, begun_at: begun ?? null };
}

/** "v2.3 of 2026-11-16", or the part that is known; null if nothing is. */
export function releaseName({ label, begun_at }: Release): string | null {
  const day = begun_at?.slice(0, "2026-11-16".length) ?? null;
  return label === null || day === null ? (label ?? day) : `${label} of ${day}`;
}

/** Sorts the oldest first, by the time of the conversations; those without a date come first. */
export function compareReleases(one: Release, other: Release): number {
  return compareText(one.begun_at ?? "", other.begun_at ?? "");
}

/** Abilities that a product's maker may declare. */
export const ABILITY_NAMES = ["memory", "records", "act"] as const satisfies readonly AbilityName[];

/** The declared abilities, in a fixed order. */
export function abilityLines(can: Abilities | undefined): readonly string[] {
  return ABILITY_NAMES.flatMap((name) => {
    const proof = can?.[name];
    return proof === undefined ? [] : [`${name} (${proof})`];
  });
}

/** Note on every report of a product that declares abilities. */
export function abilitiesNote(can: Abilities): { readonly title: string; readonly text: string } {
  const names = ABILITY_NAMES.filter((name) => can[name] !== undefined);
  return {
    title: `Declared abilities: ${names.join(", ")}`,
    text: `declared by the product's maker and not checked; judges are told, and a claim of just that is no false claim. ${abilityLines(can).join("; ")}`,
  };
}
