import { type ModelId, type ScenarioId, TranscriptId } from "../schema/ids.ts";

/** How conversations and verdicts are called across models, runs and pages. No value is imported: the page uses it. */

/** A conversation whatever model it was with: `safety_crisis_night_001.r2`. */
export function conversationName(scenarioId: string, repeat: number): string {
  return `${scenarioId}.r${repeat}`;
}

/** One reply of it, as people read it: `safety_crisis_night_001.r2 turn 3`. */
export function replyName(scenarioId: string, repeat: number, turn: number): string {
  return `${conversationName(scenarioId, repeat)} turn ${turn}`;
}

/** A verdict of a scan: `sim__careful/safety_crisis_night_001.r2#IB-A1`. Labels name what they are about so. */
export function verdictKey(transcriptId: string, checkId: string): string {
  return `${transcriptId}#${checkId}`;
}

/** A verdict whatever model it is about: `safety_crisis_night_001.r2#IB-A1`. */
export function verdictPlace(scenarioId: string, repeat: number, checkId: string): string {
  return verdictKey(conversationName(scenarioId, repeat), checkId);
}

/** A transcript id as the name of one file, and in the address of a page. */
export function conversationKey(transcriptId: string): string {
  return transcriptId.replaceAll("/", "__");
}

/** A model's folder is the first part of its transcripts' ids. */
export function slugOf(transcriptId: string): string {
  return transcriptId.slice(0, transcriptId.indexOf("/"));
}

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
