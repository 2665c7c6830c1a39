import { toolVersion } from "../../kernel/tool-version.ts";
import { readSiteScan, type StoredScan } from "../../read-site-scan.ts";
import type { Leaderboard } from "../../schema/leaderboard.ts";
import type { ScanBrief } from "../../schema/site-index.ts";
import { briefScan } from "../../site/brief-scan.ts";
import { createSite, type Site } from "../../site/create-site.ts";
import type { Listed, SiteScan } from "../../site/site-ports.ts";
import { readCalibration } from "../../store/read-calibration.ts";
import type { Workshop } from "../workshop.ts";
import type { LiveRuns } from "./live-runs.ts";
import { readEach } from "./read-each.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { scanVersion } from "./scan-version.ts";

const KEPT_SCANS = 3;

export interface SiteInput {
  readonly workshop: Workshop;
  readonly source: "live" | "static";
  /** Asked anew each time: a live folder changes. */
  readonly listScans: () => Promise<Listed<StoredScan>>;
  /** Absent where nothing can be under way. */
  readonly runs?: LiveRuns;
  readonly leaderboard: Leaderboard | null;
  readonly isJointBoard: boolean;
}

/** A site over scans on disk, read when they are looked at. */
export async function openSite(input: SiteInput): Promise<Site> {
  const { workshop, runs } = input;
  const opened = new RecentlyUsed<Promise<SiteScan>>(
    input.source === "live" ? KEPT_SCANS : Number.MAX_SAFE_INTEGER,
  );
  const briefs = new Map<string, { readonly version: string; readonly brief: ScanBrief }>();

  async function open(stored: StoredScan): Promise<SiteScan> {
    // A scan that was made again, or redacted, is another scan.
    const name = `${stored.key}@${await scanVersion(stored)}`;
    const opening = opened.get(name, () => readSiteScan(stored));
    opening.catch(() => opened.forget(name));
    return opening;
  }

  async function brief(stored: StoredScan): Promise<ScanBrief> {
    const known = briefs.get(stored.key);
    const version = await scanVersion(stored);
    if (known?.version === version) return known.brief;
    const made = briefScan({
      scan: stored.key,
      scanId: stored.scan.scanId,
      runId: stored.runId,
      createdAt: stored.createdAt,
      summary: await stored.scan.readSummary(),
      scorecards: await Array.fromAsync(stored.scan.readScorecards()),
    });
    briefs.set(stored.key, { version, brief: made });
    return made;
  }

  return createSite({
    source: input.source,
    corpus: await workshop.corpus(),
    toolVersion: toolVersion(),
    calibration: await readCalibration(workshop.corpusRoot),
    leaderboard: input.leaderboard,
    isJointBoard: input.isJointBoard,
    leftOut: null,
    listScans: async () => {
      const stored = await input.listScans();
      const briefed =
        input.source === "live"
          ? await readEach(stored.items, ({ key }) => key.replace("~", "/"), brief)
          : // What is published must be whole.
            { items: await Promise.all(stored.items.map(brief)), unreadable: [] };
      return {
        items: briefed.items.toSorted((a, b) => ((a.created_at ?? "") < (b.created_at ?? "") ? 1 : -1)),
        unreadable: [...stored.unreadable, ...briefed.unreadable],
      };
    },
    openScan: async (key) => {
      const stored = (await input.listScans()).items.find((scan) => scan.key === key);
      return stored === undefined ? null : open(stored);
    },
    listRuns: async () => (runs === undefined ? { items: [], unreadable: [] } : runs.list()),
    readRun: async (runId) => (runs === undefined ? null : runs.read(runId)),
  });
}
