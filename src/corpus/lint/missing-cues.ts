import { ANY_TAG } from "../../schema/check.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { pairings } from "./corpus-coverage.ts";

/** A check of event windows finds a cue wherever a tag calls for it. A check of `any` scenario may find none. */
export const missingCues: CorpusRule = (draft) =>
  pairings(draft).flatMap(({ check, scenario, cues }) => {
    if (cues !== 0 || check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG)) return [];
    const artefact = draft.scenarios.find(({ value }) => value === scenario);
    if (artefact === undefined) return [];
    const tags = new Set<string>(check.eligibility.scenario_tags_any);
    const index = scenario.failure_mode_tags.findIndex((tag) => tags.has(tag));
    const path = index === -1 ? ["tags"] : ["failure_mode_tags", index];
    const message = `${check.id} applies here but finds no cue: anchor one in cue_anchors`;
    return [problemAt(artefact.source, path, { severity: "warning", code: "no-cue", message })];
  });
