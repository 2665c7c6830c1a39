import { dirname, resolve } from "node:path";
import { chunkPath } from "../schema/site-data.ts";
import { SiteIndex } from "../schema/site-index.ts";
import { type Served, serveOnLoopback } from "../server/serve-on-loopback.ts";
import { createViewerApp } from "../server/viewer-app.ts";
import type { Site } from "../site/create-site.ts";
import { readPageFiles } from "../store/page-files.ts";
import { pathExists } from "../store/path-exists.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";
import { listStoredScans } from "./site/list-stored-scans.ts";
import { LiveRuns } from "./site/live-runs.ts";
import { openSite } from "./site/open-site.ts";
import { sparingly } from "./site/sparingly.ts";
import type { Workshop } from "./workshop.ts";

export interface ViewOptions {
  /** A results folder, or a run or scan in one. @default the bench's results */
  readonly directory?: string;
  /** @default a free one */
  readonly port?: number;
  /** Told of every error that is met while it serves. @default nobody is */
  readonly onError?: (error: unknown) => void;
}

/** Where the viewer is, and when it has stopped. */
export type Viewing = Served;

/** The viewer over a results folder, on this machine only, until the signal. */
export async function view(workshop: Workshop, options: ViewOptions, signal: AbortSignal): Promise<Viewing> {
  const page = await readPageFiles();
  await sparingly(() => workshop.corpus());
  const { results, isShown } = await whatToShow(resolve(options.directory ?? workshop.results));
  const site = await openSite({
    workshop,
    source: "live",
    listScans: async () => {
      const { items, unreadable } = await listStoredScans(results);
      return { items: items.filter(({ scan }) => isShown(scan.directory)), unreadable };
    },
    runs: new LiveRuns(results),
    leaderboard: null,
    isJointBoard: false,
  });
  const { onError = () => undefined } = options;
  const app = createViewerApp({ site, page, clock: workshop.clock, onError, signal });
  // The first look is at the newest scan: read it while nobody waits yet. What is wrong with it is told to who looks.
  await warmUp(site).catch(onError);
  return serveOnLoopback(app, options.port ?? 0, signal);
}

async function warmUp(site: Site): Promise<void> {
  const { board } = SiteIndex.parse(await site.chunk(chunkPath.index()));
  if (board !== null) await site.chunk(chunkPath.board(board));
}

async function whatToShow(
  directory: string,
): Promise<{ readonly results: string; readonly isShown: (scan: string) => boolean }> {
  if (!(await pathExists(directory))) throw new NoSuchFileError(directory, {});
  const below = (folder: string) => (scan: string) => resolve(scan).startsWith(folder);
  if (await pathExists(`${directory}/scan_plan.json`)) {
    const home = dirname(dirname(directory));
    const isOfRun = await pathExists(`${home}/run_plan.json`);
    return { results: isOfRun ? dirname(home) : home, isShown: below(directory) };
  }
  if (await pathExists(`${directory}/run_plan.json`)) {
    return { results: dirname(directory), isShown: below(`${directory}/`) };
  }
  return { results: directory, isShown: () => true };
}
