import type { RunOptions, ScanOptions } from "../index.ts";
import type { RunFlags, ScanFlags, WorkFlags } from "./flags.ts";

/** The options without the keys that were not given: absent means default. */
function given<Options extends object>(
  options: { [Key in keyof Options]?: Options[Key] | undefined },
): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options; // only undefined was dropped
}

export function runOptionsOf(flags: RunFlags & WorkFlags): RunOptions {
  return given<RunOptions>({
    models: flags.model,
    scenarios: flags.scenario,
    category: flags.category,
    tags: flags.tag,
    harness: flags.harness,
    systemPrompt: flags.systemPrompt,
    status: flags.status,
    repeats: flags.repeat,
    temperature: flags.temperature,
    maxTokens: flags.maxTokens,
    seed: flags.seed,
    runId: flags.runId,
    resume: flags.resume,
    scenarioParallel: flags.scenarioParallel,
    maxConnections: flags.maxConnections,
    maxCostUsd: flags.maxCostUsd,
    cache: flags.cache,
    dryRun: flags.dryRun,
  });
}

export function scanOptionsOf(flags: ScanFlags & WorkFlags): ScanOptions {
  return given<ScanOptions>({
    judge: flags.judge,
    profile: flags.profile,
    checks: flags.check,
    repetitions: flags.repetitions,
    adjudicator: flags.adjudicator,
    rubric: flags.rubric,
    reasoningEffort: flags.reasoningEffort,
    scenarioParallel: flags.scenarioParallel,
    maxConnections: flags.maxConnections,
    maxCostUsd: flags.maxCostUsd,
    cache: flags.cache,
    dryRun: flags.dryRun,
  });
}
