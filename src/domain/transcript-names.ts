import { type ModelId, type ScenarioId, TranscriptId } from "../schema/ids.ts";
import { conversationName } from "./keys.ts";

const LONGEST_SLUG = 100;

/**
 * A model's folder name on every file system: `sim/careful` is `sim__careful`. If that loses characters, a
 * short hash is appended, so that two models never share a folder. Reserved Windows names cannot occur,
 * because they have no `__`. The caller passes the hash function: browsers only have an asynchronous SHA-256.
 */
export function modelSlug(modelId: ModelId, sha256: (text: string) => string): string {
  const slug = modelId
    .replaceAll("/", "__")
    .replaceAll(/[^A-Za-z0-9._-]/g, "-")
    .slice(0, LONGEST_SLUG);
  const isReversible = slug.replaceAll("__", "/") === modelId && !slug.endsWith(".");
  return isReversible ? slug : `${slug}-${sha256(modelId).slice(0, 8)}`;
}

/** `slug` is the slug of the tested model. */
export function transcriptId(slug: string, scenarioId: ScenarioId, repeat: number): TranscriptId {
  return TranscriptId.parse(`${slug}/${conversationName(scenarioId, repeat)}`);
}
