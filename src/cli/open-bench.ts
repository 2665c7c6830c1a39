/** Opens the library from flags and environment: a bench, and the address of a queue. */
import { type Bench, createBench } from "../index.ts";
import { defined } from "../kernel/defined.ts";
import { locationFlags } from "./command-line.ts";
import { type CliContext, promiseSignOfLife } from "./context.ts";
import { cliErrors } from "./errors.ts";
import type { CommonFlags, QueueFlags, ResultsFlags } from "./flags.ts";

/** Opens a bench as the flags and the environment describe it. */
export function openBench(context: CliContext, flags: CommonFlags & ResultsFlags): Bench {
  promiseSignOfLife(context);
  context.setLocation(locationFlags(flags));
  const latency = Number(context.env["INVISIBLEBENCH_SIM_LATENCY_MS"] ?? 0);
  const errorShare = Number(context.env["INVISIBLEBENCH_SIM_ERROR_SHARE"] ?? 0);
  const options = defined({
    project: context.cwd,
    clock: context.clock,
    environment: context.env,
    onNotice: (sentence: string) => void context.process.stderr.write(`${sentence}\n`),
    corpus: flags.corpus,
    packs: flags.pack,
    config: flags.config,
    results: flags.out,
    simLatencyMs: latency > 0 ? latency : undefined,
    simErrorShare: errorShare > 0 ? errorShare : undefined,
  });
  return createBench(options);
}

/** Returns the queue's address. Typed arguments appear in the process list, so a password does not belong there. */
export function queueAddress(context: CliContext, { queue }: QueueFlags): string {
  const url = queue || context.env["INVISIBLEBENCH_QUEUE_URL"];
  if (!url) throw cliErrors.IB_NO_QUEUE();
  const typed = queue && URL.canParse(queue) ? new URL(queue) : null;
  if (typed !== null && (typed.password !== "" || typed.searchParams.has("password")))
    throw cliErrors.IB_TYPED_PASSWORD();
  return url;
}
