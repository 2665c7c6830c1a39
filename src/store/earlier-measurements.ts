/** Measurements of earlier runs and scans, for planning new ones. */

import { join } from "node:path";
import type * as z from "zod";
import { BenchError } from "../kernel/errors.ts";
import { type MeasuredTokens, meanReplyTokens } from "../measure/stage-costs.ts";
import { CostReport, MANIFEST_VERSION, RunManifest } from "../schema/run/manifest.ts";
import { readJsonArtefact } from "./artefact-files.ts";
import { listNames } from "./file-system.ts";
import { listRuns } from "./find.ts";
import { runDirectory, SCANS_NAME, scanDirectory } from "./layout.ts";

/** Mean tokens of a reply by model, over the finished runs below `results`. They improve cost estimates. */
export async function measuredReplies(results: string): Promise<ReadonlyMap<string, MeasuredTokens>> {
  const finished = await finishedRuns(results);
  return meanReplyTokens(finished.flatMap(({ manifest }) => manifest?.by_model ?? []));
}

/** Mean tokens of an answer by judge, over the finished core scans below `results`. */
export async function measuredAnswers(results: string): Promise<ReadonlyMap<string, MeasuredTokens>> {
  const folders = await scanFolders(results);
  const reports = await readReadable(
    folders.map((folder) => scanDirectory(folder).costReport),
    CostReport,
  );
  return meanReplyTokens(reports.map(({ actual }) => actual?.by_model ?? {}));
}

/** Skips old or damaged artefacts: they measure nothing, and new work can still be planned. */
async function readReadable<Schema extends z.ZodType>(
  paths: readonly string[],
  schema: Schema,
): Promise<readonly z.infer<Schema>[]> {
  const found: z.infer<Schema>[] = [];
  for (const path of paths) {
    try {
      found.push(await readJsonArtefact(path, schema, MANIFEST_VERSION));
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
    }
  }
  return found;
}

/** Leaves out packs, so that a core plan is the same with and without a pack beside it. */
async function finishedRuns(results: string) {
  const runs = await Promise.all(
    (await listRuns(results)).map(async (run) => {
      const path = runDirectory(results, run.run_id).runManifest;
      const [manifest] = run.has_manifest ? await readReadable([path], RunManifest) : [];
      return { ...run, manifest };
    }),
  );
  return runs.filter(({ manifest }) => manifest?.pack === undefined);
}

async function scanFolders(results: string): Promise<readonly string[]> {
  const ofRuns = (await finishedRuns(results)).flatMap((run) =>
    run.scans.map((scan) => join(run.path, SCANS_NAME, scan)),
  );
  const joint = await listNames(join(results, SCANS_NAME));
  return [...ofRuns, ...joint.folders.map((name) => join(results, SCANS_NAME, name))];
}
