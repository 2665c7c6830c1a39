import { type Bench, type BenchOptions, createBench } from "../index.ts";
import type { BenchContext } from "./context.ts";
import type { CommonFlags, ResultsFlags } from "./flags.ts";

/** A bench as the flags and the environment describe it. */
export function openBench(context: BenchContext, flags: CommonFlags & ResultsFlags): Bench {
  const latency = Number(context.env["INVISIBLEBENCH_SIM_LATENCY_MS"] ?? 0);
  const errorShare = Number(context.env["INVISIBLEBENCH_SIM_ERROR_SHARE"] ?? 0);
  const options: BenchOptions = {
    project: process.cwd(),
    environment: context.env,
    ...(flags.corpus === undefined ? {} : { corpus: flags.corpus }),
    ...(flags.out === undefined ? {} : { results: flags.out }),
    ...(latency > 0 ? { simLatencyMs: latency } : {}),
    ...(errorShare > 0 ? { simErrorShare: errorShare } : {}),
  };
  return createBench(options);
}
