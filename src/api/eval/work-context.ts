import { createInProcessExecutor } from "../../executor/in-process.ts";
import type { RunContext } from "../../run-context.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Control } from "../bench-options.ts";
import { type OpenModels, openModels, type SpendOptions } from "./open-models.ts";

const DEFAULT_PARALLEL = 8;

/** The models of one command; a call that takes long is told to whoever follows it. */
export function openModelsFor(
  workshop: BenchContext,
  options: SpendOptions,
  { onEvent }: Required<Control>,
): Promise<OpenModels> {
  return openModels(workshop, options, (call, seconds) => onEvent({ kind: "slow", call, seconds }));
}

/** What running and judging work with alike. */
export async function workContext(
  models: OpenModels,
  workshop: BenchContext,
  options: { readonly scenarioParallel?: number },
  { onEvent, approve }: Required<Control>,
): Promise<Omit<RunContext, "store" | "measured">> {
  return {
    corpus: await workshop.corpus(),
    matcher: await workshop.matcher(),
    executor: createInProcessExecutor({ concurrency: options.scenarioParallel ?? DEFAULT_PARALLEL }),
    clock: workshop.clock,
    follow: onEvent,
    approve,
    alreadySpent: (usd) => models.ledger.add(usd),
  };
}
