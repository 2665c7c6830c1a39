import { join } from "node:path";
import { BenchError } from "../kernel/bench-error.ts";
import { CostReport, MANIFEST_VERSION } from "../schema/manifest.ts";
import { listNames } from "./list-names.ts";
import { listRuns } from "./list-runs.ts";
import { readJsonArtifact } from "./read-artifact.ts";
import { SCANS_NAME, scanDirectory } from "./run-directory.ts";

/** Mean output tokens of an answer by judge, over the finished scans below `results`. */
export async function measuredAnswers(results: string): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, { calls: number; tokens: number }>();
  for (const folder of await scanFolders(results)) {
    const report = await readJsonArtifact(
      scanDirectory(folder).costReport,
      CostReport,
      MANIFEST_VERSION,
    ).catch((error: unknown) => {
      // An old or damaged scan must not keep a new one from being planned; it only measures nothing.
      if (error instanceof BenchError) return null;
      throw error;
    });
    for (const [model, totals] of Object.entries(report?.actual?.by_model ?? {})) {
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

async function scanFolders(results: string): Promise<readonly string[]> {
  const ofRuns = (await listRuns(results)).flatMap((run) =>
    run.scans.map((scan) => join(run.path, SCANS_NAME, scan)),
  );
  const joint = await listNames(join(results, SCANS_NAME));
  return [...ofRuns, ...joint.folders.map((name) => join(results, SCANS_NAME, name))];
}
