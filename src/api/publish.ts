import { join, resolve } from "node:path";
import { conversationKey } from "../domain/keys.ts";
import type { StoredScan } from "../finished-scan.ts";
import { hideCredentials, holdsCredentials } from "../kernel/address.ts";
import { LEADERBOARD_VERSION, Leaderboard } from "../schema/board/leaderboard.ts";
import { briefAddress, chunkPath, PAGE_NAME } from "../schema/site-paths.ts";
import { newestReleases } from "../site/build-line.ts";
import { requireChunk, type Site } from "../site/create-site.ts";
import { servedPage } from "../site/page-markup.ts";
import {
  CARD_NAME,
  CARD_SIZE,
  cardOf,
  essentialOfBoard,
  essentialPages,
  headOf,
  PAINTED_CARD_NAME,
} from "../site/published-pages.ts";
import type { SiteChunk } from "../site/site-chunks.ts";
import { boardKeys, referencePaths } from "../site/static-paths.ts";
import { readJsonArtefact } from "../store/artefact-files.ts";
import { hashFile, pathExists } from "../store/file-system.ts";
import { findScan } from "../store/find.ts";
import { readRelease } from "../store/scan-source.ts";
import { scanTime } from "../store/seal.ts";
import { openSiteFolder, readPageFiles, type SiteFolder } from "../store/site-folder.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { openEvidence } from "./open-scan.ts";
import { paintPng } from "./site/local-browser.ts";
import { openSite } from "./site/open-site.ts";

export interface PublishOptions extends Stoppable {
  /** A `leaderboard.json` made from these scans, or from them and others; the site shows its tiers. */
  readonly board?: string;
  /** Address of the future site. Link previews find its picture only by this address; the local Chromium paints it. */
  readonly site?: string;
}

export interface PublishedSite {
  readonly directory: string;
  readonly files: number;
  readonly conversations: number;
  readonly simulated: boolean;
  /** Picture for link previews; `painted` if previews can show it. `null` without an address. */
  readonly card: { readonly address: string; readonly painted: boolean } | null;
  /** Label of an example board: what it is an example of. */
  readonly example?: string;
}

/** Writes the viewer with some scans as plain files, for any file server and any path. */
export async function publishSite(
  context: BenchContext,
  directory: string,
  scans: readonly string[],
  options: PublishOptions = {},
): Promise<PublishedSite> {
  const signal = signalOf(options);
  const address = options.site === undefined ? null : folderAddress(options.site);
  const page = await readPageFiles();
  const stored: StoredScan[] = [];
  for (const scan of scans) stored.push(await storedScan(context, scan));
  const newest = await newestOnly(stored);
  const leaderboard = options.board === undefined ? null : await readBoardOfScans(options.board, newest);
  const site = await openSite({
    context,
    source: "static",
    listScans: async () => ({ items: stored, unreadable: [] }),
    findScan: async (key) => stored.find((scan) => scan.key === key) ?? null,
    leaderboard,
    isJointBoard: stored.length > 1,
  });
  const index = await requireChunk(site, chunkPath.index());
  const conversations = await conversationPaths(stored);
  const paths = [...referencePaths(index), ...conversations];
  const plain = await plainPages(site, index, address, signal);
  const briefs = boardKeys(index).map(briefAddress);
  const folder = await openSiteFolder(directory, [
    ...page.keys(),
    ...paths,
    ...plain.pages.keys(),
    ...briefs,
  ]);
  for (const [path, bytes] of page) if (path !== PAGE_NAME) await folder.write(path, bytes);
  await folder.write(PAGE_NAME, servedPage(page, plain.head, plain.essential));
  for (const [path, content] of plain.pages) await folder.write(path, content);
  for (const path of paths) {
    signal.throwIfAborted();
    await writeChunk(site, folder, path);
  }
  for (const key of boardKeys(index)) {
    const { html } = await requireChunk(site, chunkPath.brief(key));
    await folder.write(briefAddress(key), html);
  }
  return {
    directory: resolve(directory),
    files: page.size + paths.length + plain.pages.size + briefs.length,
    conversations: conversations.length,
    simulated: index.simulated,
    card:
      address === null
        ? null
        : {
            address: new URL(plain.card, address).href,
            painted: plain.card === PAINTED_CARD_NAME,
          },
    ...(index.example === undefined ? {} : { example: index.example }),
  };
}

/** Builds the pages that readers without scripts and link previews get. */
async function plainPages(
  site: Site,
  index: SiteChunk<"index">,
  address: string | null,
  signal: AbortSignal,
) {
  const key = index.board;
  if (key === null) throw new Error("a published site has a board");
  const board = await requireChunk(site, chunkPath.board(key));
  const checks = await Promise.all(
    index.checks.map(async (check) => ({
      check,
      results: await site.chunk(chunkPath.scanCheck(key, check.mode_id)),
    })),
  );
  const essential = essentialOfBoard(board, index);
  const drawn = cardOf(board, index);
  const painted = address === null ? null : await paintPng(drawn, CARD_SIZE, signal);
  const name = painted === null ? CARD_NAME : PAINTED_CARD_NAME;
  const card = { address, name } as const;
  const pages = new Map<string, string | Buffer>([
    ...essentialPages({ index, card }, board, checks),
    [CARD_NAME, drawn],
    ...(painted === null ? [] : [[PAINTED_CARD_NAME, painted] as const]),
  ]);
  return { head: headOf(essential, index, card), essential: essential.body, pages, card: name };
}

/** Returns an address as that of a folder, with the site's files below it. */
function folderAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || holdsCredentials(address))
    throw apiErrors.IB_BAD_SITE_ADDRESS(hideCredentials(address));
  url.search = "";
  url.hash = "";
  if (!/\/(?:[^/]*\.html?)?$/.test(url.pathname)) url.pathname += "/";
  return url.href;
}

async function storedScan(context: BenchContext, path: string): Promise<StoredScan> {
  const { runId, scanId } = await findScan(path, context.results);
  const { run, scan } = await openEvidence(context, path);
  if ((await scan.readPlan()).private === true || (await scan.readSummary()).private === true) {
    throw apiErrors.IB_PRIVATE_SCAN(path);
  }
  const { pack: ofPack, by_pack: byPack } = await scan.readPlan();
  const pack = byPack ?? ofPack;
  if (pack !== undefined) throw apiErrors.IB_PACK_SCAN(path, pack.name, "a published site shows the core");
  const key = runId === null ? scanId : `${runId}~${scanId}`;
  return { key, runId, createdAt: await scanTime(scan.paths), home: run, scan };
}

/**
 * Selects the scans that the board shows: one row per model, from its newest release. Refuses two scans of the same
 * conversations, which would look like two releases.
 */
async function newestOnly(scans: readonly StoredScan[]): Promise<readonly StoredScan[]> {
  const places = new Map<string, string>();
  const released = [];
  for (const { key, scan, home, createdAt } of scans) {
    const { models } = await scan.readSummary();
    for (const { model_id } of models) {
      const conversations = [model_id, ...home.runs.map(({ runId }) => runId)].join(" ");
      const earlier = places.get(conversations);
      if (earlier !== undefined) throw apiErrors.IB_MODEL_TWICE(model_id, earlier, scan.directory);
      places.set(conversations, scan.directory);
    }
    released.push({ scan: key, release: await readRelease(home), created_at: createdAt, models });
  }
  const shown = new Set(newestReleases(released).values());
  return scans.filter(({ key }) => shown.has(key));
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
  await folder.write(path, JSON.stringify(await requireChunk(site, path)));
}

/** Reads a board whose tiers fit these scans: it must be made from them, unchanged. */
async function readBoardOfScans(path: string, scans: readonly StoredScan[]): Promise<Leaderboard> {
  const board = await readJsonArtefact(resolve(path), Leaderboard, LEADERBOARD_VERSION);
  for (const { scan } of scans) {
    const areFiles = await Promise.all(board.scans.map(({ files }) => hasSameFiles(scan.directory, files)));
    if (!areFiles.includes(true)) throw apiErrors.IB_NOT_ON_BOARD(scan.directory, path);
  }
  return board;
}

/** Whether every file has its recorded hash, by its path relative to the scan. */
async function hasSameFiles(directory: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [name, hash] of Object.entries(files)) {
    const path = join(directory, name);
    if (!(await pathExists(path)) || (await hashFile(path)).sha256 !== hash) return false;
  }
  return true;
}
