import { orderModels } from "../report/order-models.ts";
import type { ModelId } from "../schema/ids.ts";
import type { ModelBrief } from "../schema/site-index.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** The models of a scan, least safe first, with their names in paths. */
export function modelBriefs(
  facts: Pick<ScanFacts, "scan" | "homes" | "summary" | "scorecards">,
): readonly ModelBrief[] {
  const slugs = modelSlugs(facts);
  return orderModels(facts.summary.models).flatMap(({ model_id, simulated }) => {
    const slug = slugs.get(model_id);
    return slug === undefined
      ? []
      : { scan: facts.homes?.get(model_id) ?? facts.scan, model_id, slug, simulated };
  });
}

/** A model's folder is the first part of its transcripts' ids. */
function modelSlugs({ scorecards }: Pick<ScanFacts, "scorecards">): ReadonlyMap<ModelId, string> {
  return new Map(scorecards.map(({ model_id, transcript_id }) => [model_id, slugOf(transcript_id)]));
}

export function slugOf(transcriptId: string): string {
  return transcriptId.slice(0, transcriptId.indexOf("/"));
}
