/** What a model's name says, and what its maker declares. No value is imported here: the page uses it, and no schema may come along. */
import { compareText } from "../kernel/order.ts";
import type { Abilities, AbilityName } from "../schema/corpus/abilities.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { RunManifest } from "../schema/run/manifest.ts";
import type { HarnessName, Release, StoredRunPlan } from "../schema/run/run-plan.ts";

const SIMULATED = "sim/";
/** Judges simulated assistants where nobody names another. */
export const SIMULATED_JUDGE = `${SIMULATED}judge`;

/** Whether a name is kept for our own programs, which nobody else may use. */
export function isSimulatedName(modelId: string): boolean {
  return modelId.startsWith(SIMULATED);
}

/** Whether a harness asks a product, which is sent the conversation alone: no system prompt, and no sampling. */
export function isOfProduct(harness: HarnessName): boolean {
  return harness === "givecare/v2" || harness === "http/json";
}

/** Whether a name is one of a reader: questions are written to files, and whoever reads them answers. */
export function isFilesName(modelId: string): boolean {
  return modelId.startsWith("files/");
}

/** Whoever does a task has to have all of its models: so tasks, workers and refusals name them. */
export function neededModels(modelIds: readonly string[]): string {
  return modelIds.join(" and ");
}

/** What its answers cost is none of our business. */
export const PAID_ELSEWHERE = "paid elsewhere";

/**
 * A model's price where it is asked in batches. What is read from a cache keeps its price: not every provider takes
 * one discount off another.
 */
export function batchPrice(price: ModelPrice): ModelPrice {
  const { batch_share: share = 1, input, cache_write, output } = price;
  return {
    ...price,
    input: input * share,
    ...(cache_write === undefined ? {} : { cache_write: cache_write * share }),
    output: output * share,
    // Without one of its own, what is read from a cache costs what the rest does.
    ...(price.cached_input === undefined
      ? {}
      : { cached_input: Math.min(price.cached_input, input * share) }),
  };
}

/** Whose kind a model is: as the catalogue says, otherwise by the name of its maker. */
export function modelFamily(modelId: string, { models }: Pick<ModelCatalog, "models">): string {
  const known = models.find(({ model }) => model === modelId)?.family;
  if (known !== undefined) return known;
  // `openrouter/anthropic/claude-…` is Anthropic's, not the router's.
  return modelId.split("/").at(-2) ?? modelId;
}

/** Models that think before they answer unless they are told not to, by the beginning of their own name. */
const REASONING = /^(?:gpt-[5-9]|o\d|gemini-(?:2\.5|[3-9])|deepseek-r|qwq|magistral|grok-[4-9])|reason|think/;

/** Whether a model is known for hidden reasoning that is billed; what is not known is taken to answer at once. */
export function reasonsByItself(modelId: string): boolean {
  return REASONING.test(modelId.slice(modelId.lastIndexOf("/") + 1));
}

/** Of one run, or of several that were judged as one: a label that not all of them have is none of the whole. */
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

/** "v2.3 of 2026-11-16", or as much of it as is known; null where nothing is. */
export function releaseName({ label, begun_at }: Release): string | null {
  const day = begun_at?.slice(0, "2026-11-16".length) ?? null;
  return label === null || day === null ? (label ?? day) : `${label} of ${day}`;
}

/** Oldest first, by when the conversations were had; what has no date comes first. */
export function compareReleases(one: Release, other: Release): number {
  return compareText(one.begun_at ?? "", other.begun_at ?? "");
}

/** What a product's maker may declare that it can do. */
export const ABILITY_NAMES = ["memory", "records", "act"] as const satisfies readonly AbilityName[];

/** Those that are declared, always in one order. */
export function abilityLines(can: Abilities | undefined): readonly string[] {
  return ABILITY_NAMES.flatMap((name) => {
    const proof = can?.[name];
    return proof === undefined ? [] : [`${name} (${proof})`];
  });
}

/** Stands on every report of a product that declares abilities. */
export function abilitiesNote(can: Abilities): { readonly title: string; readonly text: string } {
  const names = ABILITY_NAMES.filter((name) => can[name] !== undefined);
  return {
    title: `Declared abilities: ${names.join(", ")}`,
    text: `declared by the product's maker and not checked; judges are told, and a claim of just that is no false claim. ${abilityLines(can).join("; ")}`,
  };
}
