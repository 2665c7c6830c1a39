/** Flags and environment as the library wants them: a bench, and the address of a queue. */
import { type Bench, type BenchOptions, createBench } from "../index.ts";
import { locationFlags } from "./command-line.ts";
import { type CliContext, promiseSignOfLife } from "./context.ts";
import { cliErrors } from "./errors.ts";
import type { CommonFlags, QueueFlags, ResultsFlags } from "./flags.ts";

/** A bench as the flags and the environment describe it. */
export function openBench(context: CliContext, flags: CommonFlags & ResultsFlags): Bench {
  promiseSignOfLife(context);
  context.setLocation(locationFlags(flags));
  const latency = Number(context.env["INVISIBLEBENCH_SIM_LATENCY_MS"] ?? 0);
  const errorShare = Number(context.env["INVISIBLEBENCH_SIM_ERROR_SHARE"] ?? 0);
  const options: BenchOptions = {
    project: context.cwd,
    clock: context.clock,
    environment: context.env,
    onNotice: (sentence) => context.process.stderr.write(`${sentence}\n`),
    ...(flags.corpus === undefined ? {} : { corpus: flags.corpus }),
    ...(flags.pack === undefined ? {} : { packs: flags.pack }),
    ...(flags.config === undefined ? {} : { config: flags.config }),
    ...(flags.out === undefined ? {} : { results: flags.out }),
    ...(latency > 0 ? { simLatencyMs: latency } : {}),
    ...(errorShare > 0 ? { simErrorShare: errorShare } : {}),
  };
  return createBench(options);
}

/** Where the queue is. What is typed stands in the list of processes, so a password does not belong there. */
export function queueAddress(context: CliContext, { queue }: QueueFlags): string {
  const url = queue || context.env["INVISIBLEBENCH_QUEUE_URL"];
  if (!url) throw cliErrors.IB_NO_QUEUE();
  const typed = queue && URL.canParse(queue) ? new URL(queue) : null;
  if (typed !== null && (typed.password !== "" || typed.searchParams.has("password")))
    throw cliErrors.IB_TYPED_PASSWORD();
  return url;
}

/** The options without the keys that were not given: absent means default. */
export function withoutUndefined<Options extends object>(
  options: { [Key in keyof Options]?: Options[Key] | undefined },
): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options; // only undefined was dropped
}
