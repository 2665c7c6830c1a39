import { createInProcessExecutor } from "../../executor/in-process.ts";
import { estimateWork } from "../../measure/work-estimate.ts";
import type { RunContext } from "../../run-context.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Control } from "../bench-options.ts";
import { type OpenModels, openModels, type SpendOptions } from "./open-models.ts";

export const DEFAULT_PARALLEL = 8;

/** Opens the models of one command; reports slow calls to its follower. */
export function openModelsFor(
  context: BenchContext,
  options: SpendOptions,
  { onEvent }: Required<Control>,
): Promise<OpenModels> {
  return openModels(context, options, (call, seconds) => onEvent({ kind: "slow", call, seconds }));
}

/** Builds the context that runs and judging share. */
export async function workContext(
  models: OpenModels,
  context: BenchContext,
  options: { readonly scenarioParallel?: number },
  { onEvent, approve }: Required<Control>,
  defaultParallel: number = DEFAULT_PARALLEL,
): Promise<Omit<RunContext, "store" | "measured">> {
  return {
    corpus: await context.corpus(),
    matcher: await context.matcher(),
    executor: createInProcessExecutor({ concurrency: options.scenarioParallel ?? defaultParallel }),
    clock: context.clock,
    follow: onEvent,
    approve: (work, done) => approve(estimateWork(work, done), work),
    prices: context.config.prices ?? [],
    spentEarlier: (journal, usd, toTakeUp) => models.ledger.addEarlierSpending(journal, usd, toTakeUp),
  };
}
