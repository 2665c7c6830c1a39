import { type ModelId, type ScenarioId, TranscriptId } from "../schema/ids.ts";
import { conversationName } from "./keys.ts";

const LONGEST_SLUG = 100;

/**
 * A model's folder name on every file system: `sim/careful` is `sim__careful`. Where that would lose
 * something a short hash follows, so that two models do not share a folder. Never a name that Windows
 * reserves, because those have no `__`. The hash is handed in: no browser has SHA-256 without waiting for it.
 */
export function modelSlug(modelId: ModelId, sha256: (text: string) => string): string {
  const slug = modelId
    .replaceAll("/", "__")
    .replaceAll(/[^A-Za-z0-9._-]/g, "-")
    .slice(0, LONGEST_SLUG);
  const isReversible = slug.replaceAll("__", "/") === modelId && !slug.endsWith(".");
  return isReversible ? slug : `${slug}-${sha256(modelId).slice(0, 8)}`;
}

/** `slug` is of the model that was talked to. */
export function transcriptId(slug: string, scenarioId: ScenarioId, repeat: number): TranscriptId {
  return TranscriptId.parse(`${slug}/${conversationName(scenarioId, repeat)}`);
}
