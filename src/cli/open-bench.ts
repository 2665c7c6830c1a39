import { type Bench, type BenchOptions, createBench } from "../index.ts";
import type { BenchContext } from "./context.ts";
import type { CommonFlags, ResultsFlags } from "./flags.ts";

/** A bench as the flags and the environment describe it. */
export function openBench(context: BenchContext, flags: CommonFlags & ResultsFlags): Bench {
  const latency = Number(context.env["INVISIBLEBENCH_SIM_LATENCY_MS"] ?? 0);
  const options: BenchOptions = {
    ...(flags.corpus === undefined ? {} : { corpus: flags.corpus }),
    ...(flags.out === undefined ? {} : { results: flags.out }),
    ...(latency > 0 ? { simLatencyMs: latency } : {}),
  };
  return createBench(options);
}
