import type { ModelCatalog } from "../schema/model-catalog.ts";

/** Whose kind a model is: as the catalogue says, otherwise by the name of its maker. */
export function modelFamily(modelId: string, { models }: ModelCatalog): string {
  const known = models.find(({ model }) => model === modelId)?.family;
  if (known !== undefined) return known;
  // `openrouter/anthropic/claude-…` is Anthropic's, not the router's.
  return modelId.split("/").at(-2) ?? modelId;
}
