import { basename, dirname, join, resolve } from "node:path";
import { RunId } from "../schema/ids.ts";
import { NoSuchRunError } from "./no-such-run-error.ts";
import { pathExists } from "./path-exists.ts";
import { runDirectory } from "./run-directory.ts";

/** The run a person means: its directory, or its name below `results`. */
export async function locateRun(
  path: string,
  results: string,
): Promise<{ readonly results: string; readonly runId: RunId }> {
  for (const candidate of [resolve(path), resolve(join(results, path))]) {
    const runId = RunId.safeParse(basename(candidate));
    if (!runId.success) continue;
    const folder = dirname(candidate);
    if (await pathExists(runDirectory(folder, runId.data).runPlan))
      return { results: folder, runId: runId.data };
  }
  throw new NoSuchRunError(path);
}
