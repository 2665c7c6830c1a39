import { checksMatching } from "../corpus/checks-matching.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { NoJudgeError } from "../providers/no-judge-error.ts";
import type { ScanOptions } from "./bench-options.ts";
import type { OpenModels } from "./open-models.ts";
import type { Workshop } from "./workshop.ts";

/** What the scan would refuse is reported before conversations are paid for. */
export async function refuseEarly(
  models: OpenModels,
  workshop: Workshop,
  { judge = workshop.config.judge, adjudicator, profile = "publish", checks = [] }: ScanOptions,
  asked: readonly ModelClient[],
): Promise<void> {
  checksMatching((await workshop.corpus()).checks.values(), checks);
  if (adjudicator !== undefined) await models.model(adjudicator);
  if (judge !== undefined) await models.model(judge);
  else if (profile !== "smoke" && !asked.every((client) => client.simulated)) throw new NoJudgeError(profile);
}
