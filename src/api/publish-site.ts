import { resolve } from "node:path";
import type { StoredScan } from "../read-site-scan.ts";
import { LEADERBOARD_VERSION, Leaderboard } from "../schema/leaderboard.ts";
import { chunkPath, conversationKey } from "../schema/site-data.ts";
import { SiteIndex } from "../schema/site-index.ts";
import type { Site } from "../site/create-site.ts";
import { servedPage } from "../site/page-markup.ts";
import { referencePaths } from "../site/site-paths.ts";
import { findScan } from "../store/find-scan.ts";
import { readPageFiles } from "../store/page-files.ts";
import { readJsonArtifact } from "../store/read-artifact.ts";
import { openSiteFolder, type SiteFolder } from "../store/site-folder.ts";
import { openScan } from "./open-scan.ts";
import { PrivateScanError } from "./private-scan-error.ts";
import { openSite } from "./site/open-site.ts";
import { scanTime } from "./site/scan-time.ts";
import type { Workshop } from "./workshop.ts";

export interface PublishOptions {
  /** A `leaderboard.json` that these scans are on: its tiers are shown. */
  readonly board?: string;
}

export interface PublishedSite {
  readonly directory: string;
  readonly files: number;
  readonly conversations: number;
  readonly simulated: boolean;
}

/** The viewer with some scans as plain files, for any file server and at any path. */
export async function publishSite(
  workshop: Workshop,
  directory: string,
  scans: readonly string[],
  options: PublishOptions,
  signal: AbortSignal,
): Promise<PublishedSite> {
  const page = await readPageFiles();
  const stored: StoredScan[] = [];
  for (const scan of scans) stored.push(await storedScan(workshop, scan));
  const leaderboard =
    options.board === undefined
      ? null
      : await readJsonArtifact(resolve(options.board), Leaderboard, LEADERBOARD_VERSION);
  const site = await openSite({
    workshop,
    source: "static",
    listScans: async () => stored,
    leaderboard,
    isJointBoard: stored.length > 1,
  });
  const index = SiteIndex.parse(await site.chunk(chunkPath.index()));
  const folder = await openSiteFolder(directory);
  for (const [path, bytes] of page) if (path !== "index.html") await folder.write(path, bytes);
  await folder.write("index.html", servedPage(page));
  const conversations = await conversationPaths(stored);
  const paths = [...referencePaths(index), ...conversations];
  for (const path of paths) {
    signal.throwIfAborted();
    await writeChunk(site, folder, path);
  }
  return {
    directory: resolve(directory),
    files: page.size + paths.length,
    conversations: conversations.length,
    simulated: index.simulated,
  };
}

async function storedScan(workshop: Workshop, path: string): Promise<StoredScan> {
  const { runId, scanId } = await findScan(path, workshop.results);
  const { run, scan } = await openScan(workshop, path);
  if ((await scan.readPlan()).private === true || (await scan.readSummary()).private === true) {
    throw new PrivateScanError(path);
  }
  const key = runId === null ? scanId : `${runId}~${scanId}`;
  return { key, runId, createdAt: await scanTime(scan), home: run, scan };
}

async function conversationPaths(scans: readonly StoredScan[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { key, scan } of scans) {
    for (const { transcript_id } of (await scan.readPlan()).transcripts) {
      paths.push(chunkPath.conversation(key, conversationKey(transcript_id)));
    }
  }
  return paths;
}

async function writeChunk(site: Site, folder: SiteFolder, path: string): Promise<void> {
  const chunk = await site.chunk(path);
  if (chunk === null) throw new Error(`the site has no ${path}`);
  await folder.write(path, JSON.stringify(chunk));
}
