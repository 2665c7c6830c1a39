import type { CheckId } from "../schema/ids.ts";
import type { ScanCheck } from "../schema/site-board.ts";
import type { Finding } from "../schema/site-index.ts";
import { createCellLookup } from "./blindspot-cells.ts";
import { worstFirst } from "./describe-finding.ts";
import type { Failure } from "./failure.ts";
import { modelBriefs } from "./model-briefs.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** A check's results across the models of a scan, with every failure. */
export function buildScanCheck(
  facts: ScanFacts,
  checkId: CheckId,
  describe: (failure: Failure) => Finding,
): ScanCheck {
  const cell = createCellLookup(facts);
  const failures = Map.groupBy(
    worstFirst(facts.failures.filter((failure) => failure.checkId === checkId)),
    ({ modelId }) => modelId,
  );
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    mode_id: checkId,
    models: modelBriefs(facts).map((model) => ({
      model,
      cell: cell(model.model_id, checkId),
      findings: (failures.get(model.model_id) ?? []).map(describe),
    })),
  };
}
