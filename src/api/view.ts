import nodePath, { dirname, resolve } from "node:path";
import { chunkPath } from "../schema/site-paths.ts";
import { type Served, serveOnLoopback } from "../server/serve.ts";
import { createViewerApp } from "../server/viewer-app.ts";
import { requireChunk, type Site } from "../site/create-site.ts";
import { pathExists } from "../store/file-system.ts";
import { runDirectoryAt, scanDirectory } from "../store/layout.ts";
import { readPageFiles } from "../store/site-folder.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { UnappliedReviews } from "./review/unapplied-labels.ts";
import { reviewFolders } from "./runs.ts";
import { LiveRuns } from "./site/live-runs.ts";
import { openSite } from "./site/open-site.ts";
import { findStoredScan, type KnownTimes, listStoredScans } from "./site/stored-scans.ts";

export interface ViewOptions extends Stoppable {
  /** A results folder, or a run or scan in one. @default the bench's results */
  readonly directory?: string;
  /** @default a free one */
  readonly port?: number;
  /** Called for every error while it serves. @default nobody is */
  readonly onError?: (error: unknown) => void;
}

/** Address of the viewer, and the promise that it has stopped. */
export type Viewing = Served;

/** The viewer over a results folder, on this machine only, until the signal. */
export async function view(context: BenchContext, options: ViewOptions = {}): Promise<Viewing> {
  const signal = signalOf(options);
  const page = await readPageFiles();
  const { results, isShown } = await resolveShownScans(resolve(options.directory ?? context.results));
  const times: KnownTimes = new Map();
  const site = await openSite({
    context,
    source: "live",
    listScans: async () => {
      const { items, unreadable } = await listStoredScans(results, times);
      return { items: items.filter(({ scan }) => isShown(scan.directory)), unreadable };
    },
    findScan: async (key) => {
      const stored = await findStoredScan(results, key);
      return stored !== null && isShown(stored.scan.directory) ? stored : null;
    },
    runs: new LiveRuns(results),
    reviews: new UnappliedReviews(reviewFolders(results)),
    leaderboard: null,
    isJointBoard: false,
  });
  const { onError = () => undefined } = options;
  const app = createViewerApp({ site, page, clock: context.clock, onError, signal });
  // Reads the newest scan early, since the first visit shows it. Errors appear to the visitor.
  await readNewestScan(site).catch(onError);
  return serveOnLoopback(app, options.port ?? 0, signal);
}

async function readNewestScan(site: Site): Promise<void> {
  const { board } = await requireChunk(site, chunkPath.index());
  if (board !== null) await site.chunk(chunkPath.board(board));
}

async function resolveShownScans(
  directory: string,
): Promise<{ readonly results: string; readonly isShown: (scan: string) => boolean }> {
  if (!(await pathExists(directory))) throw apiErrors.IB_NO_SUCH_FILE(directory, {});
  const isShown = (scan: string) => isWithin(directory, scan);
  if (await pathExists(scanDirectory(directory).scanPlan)) {
    const home = dirname(dirname(directory));
    return { results: (await pathExists(runDirectoryAt(home).runPlan)) ? dirname(home) : home, isShown };
  }
  return {
    results: (await pathExists(runDirectoryAt(directory).runPlan)) ? dirname(directory) : directory,
    isShown,
  };
}

/** Whether a folder equals another or is inside it; works on every system, and compares paths, not name prefixes. */
export function isWithin(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: Pick<typeof nodePath, "relative" | "isAbsolute" | "sep"> = nodePath,
): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
