import { BenchError } from "../kernel/bench-error.ts";
import { MANIFEST_VERSION, RunManifest } from "../schema/manifest.ts";
import { listRuns } from "./list-runs.ts";
import { readJsonArtifact } from "./read-artifact.ts";
import { runDirectory } from "./run-directory.ts";

/** Mean tokens of a reply by model, over the finished runs below `results`: what an estimate is better made from. */
export async function measuredReplies(results: string): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, { calls: number; tokens: number }>();
  for (const run of await listRuns(results)) {
    if (!run.has_manifest) continue;
    const { runManifest } = runDirectory(results, run.run_id);
    const manifest = await readJsonArtifact(runManifest, RunManifest, MANIFEST_VERSION).catch(
      (error: unknown) => {
        // An old or damaged run must not keep a new one from being planned; it only measures nothing.
        if (error instanceof BenchError) return null;
        throw error;
      },
    );
    for (const [model, totals] of Object.entries(manifest?.by_model ?? {})) {
      const sum = sums.get(model) ?? { calls: 0, tokens: 0 };
      sum.calls += totals.calls - (totals.from_cache ?? 0);
      sum.tokens += totals.usage.output_tokens;
      sums.set(model, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([model, { calls, tokens }]) => (calls === 0 ? [] : [[model, tokens / calls]])),
  );
}
