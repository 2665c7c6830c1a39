import type { BlindspotMatrix } from "../schema/site-board.ts";
import { createCellLookup } from "./blindspot-cells.ts";
import { sortedChecks } from "./build-index.ts";
import { modelBriefs } from "./model-briefs.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-corpus.ts";

/** Checks × models, in the order of dimensions; a check that no model met is a row of empty cells. */
export function buildBlindspots(facts: ScanFacts, corpus: SiteCorpus): BlindspotMatrix {
  const models = modelBriefs(facts);
  const cell = createCellLookup(facts);
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    models: [...models],
    rows: sortedChecks(corpus).map(({ id, primary_bucket }) => ({
      mode_id: id,
      dimension: primary_bucket,
      cells: models.map(({ model_id }) => cell(model_id, id)),
    })),
  };
}
