import type { Corpus } from "../../corpus/corpus.ts";
import { describeEvidence, UNSEALED_NOTE } from "../../domain/evidence-words.ts";
import { readSiteScan, type StoredScan } from "../../finished-scan.ts";
import { LruCache } from "../../kernel/lru-cache.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import type { Leaderboard } from "../../schema/board/leaderboard.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { briefScan } from "../../site/briefs.ts";
import { createSite, type Site } from "../../site/create-site.ts";
import type { Listed, ScanBrief, SiteScan } from "../../site/site-ports.ts";
import { stampOf } from "../../store/file-system.ts";
import { runDirectoryAt, scanDirectory } from "../../store/layout.ts";
import { readCalibration } from "../../store/read-calibration.ts";
import { readRelease, sealedPlace } from "../../store/scan-source.ts";
import { checkTranscript, readSeal } from "../../store/seal.ts";
import type { BenchContext } from "../bench-context.ts";
import { quickCheckEvidence, tellOtherCorpus, verifyAndRepair } from "../evidence/verify-and-repair.ts";
import { coreAndOwn } from "../list.ts";
import { findPack, ownChecksContext } from "../packs/context-of.ts";
import type { UnappliedReviews } from "../review/unapplied-labels.ts";
import type { LiveRuns } from "./live-runs.ts";
import { readEach } from "./stored-scans.ts";

const KEPT_SCANS = 3;

export interface SiteInput {
  readonly context: BenchContext;
  readonly source: "live" | "static";
  /** Called each time, since a live folder changes. */
  readonly listScans: () => Promise<Listed<StoredScan>>;
  /** Finds one of them by its key, without reading the others. */
  readonly findScan: (key: string) => Promise<StoredScan | null>;
  /** Absent if nothing can be under way. */
  readonly runs?: LiveRuns;
  /** Absent if the site does not show unapplied labels. */
  readonly reviews?: UnappliedReviews;
  readonly leaderboard: Leaderboard | null;
  readonly isJointBoard: boolean;
}

/** Opens a site over scans on disk, and reads them on request. */
export async function openSite(input: SiteInput): Promise<Site> {
  const { context, runs } = input;
  const opened = new LruCache<Promise<SiteScan>>(
    input.source === "live" ? KEPT_SCANS : Number.MAX_SAFE_INTEGER,
  );
  const briefs = new Map<string, { readonly version: string; readonly brief: ScanBrief }>();

  async function open(stored: StoredScan): Promise<SiteScan> {
    // A scan that was made again counts as another scan.
    const name = `${stored.key}@${await scanVersion(stored)}`;
    const opening = opened.get(name, () =>
      input.source === "live" ? openWhole(stored) : readScored(stored),
    );
    opening.catch(() => opened.forget(name));
    return opening;
  }

  async function readScored(stored: StoredScan): Promise<SiteScan> {
    const site = await readSiteScan(stored);
    const corpus = await corpusOf(site.facts.plan);
    const scoreSome = async (checks: readonly CheckId[]) => {
      const { scoreSomeChecks } = await import("../../pipeline.ts");
      return scoreSomeChecks(stored.home, stored.scan, corpus ?? (await context.corpus()), checks);
    };
    const { reviews } = input;
    const labelled = { scanId: stored.scan.scanId, plan: site.facts.plan };
    return {
      ...site,
      scoreSome,
      ...(corpus ? { corpus } : {}),
      ...(reviews === undefined ? {} : { readLabels: () => reviews.of(labelled) }),
    };
  }

  /** Returns the corpus of a pack's conversations, of a pack's checks, or of both; `null` if the pack is missing here. */
  async function corpusOf({ pack, by_pack: byPack }: ScanPlan): Promise<Corpus | null | undefined> {
    const ofRun = pack === undefined ? context : await findPack(context, pack.name);
    if (byPack === undefined) return pack && (ofRun === null ? null : ofRun.corpus());
    const judging = await findPack(context, byPack.name);
    if (judging === null || ofRun === null) return null;
    return (await ownChecksContext(judging, ofRun)).corpus();
  }

  /** Adds the checks of packs, so that pack scans can link to them like to any other. */
  async function withChecksOfPacks(): Promise<Corpus> {
    const [core, judging] = [await context.corpus(), await coreAndOwn(context)];
    return judging.length === 1
      ? core
      : { ...core, checks: new Map(judging.flatMap(({ checks }) => [...checks])) };
  }

  /** Opens a pack's corpus. Without the pack, its conversations can be read, but not the facts of their script. */
  async function openPack(name: string): Promise<Corpus | null> {
    const found = await findPack(context, name);
    return found === null ? null : found.corpus();
  }

  /** Opens a scan only with intact evidence; pages of a scan without a seal say so. */
  async function openWhole(stored: StoredScan): Promise<SiteScan> {
    const { home, scan } = stored;
    const seal = (await readSeal(scan.paths)) && (await verifyAndRepair(context, { run: home, scan }));
    const site = await readScored(stored);
    if (seal === null) return site;
    const place = sealedPlace(home, scan);
    return {
      ...site,
      readTranscript: async (id) => {
        await checkTranscript(place, seal, id);
        return site.readTranscript(id);
      },
    };
  }

  /**
   * Lists parts of the corpus that differ from the scan's. Returns none for packs: a pack has its own corpus, and
   * without the pack there is none to compare.
   */
  async function ofOtherCorpus({ home, scan }: StoredScan): Promise<readonly string[]> {
    const { pack, by_pack: byPack } = await scan.readPlan();
    const isOfPack = pack !== undefined || byPack !== undefined;
    return isOfPack ? [] : tellOtherCorpus(context, { run: home, scan });
  }

  async function brief(stored: StoredScan): Promise<ScanBrief> {
    const known = briefs.get(stored.key);
    const version = await scanVersion(stored);
    if (known?.version === version) return known.brief;
    const seal = await quickCheckEvidence(context, { run: stored.home, scan: stored.scan });
    const made = briefScan({
      scan: stored.key,
      scanId: stored.scan.scanId,
      runId: stored.runId,
      createdAt: stored.createdAt,
      release: await readRelease(stored.home),
      summary: await stored.scan.readSummary(),
      scorecards: await Array.fromAsync(stored.scan.readScorecards()),
      evidence: [
        ...(seal === null ? [UNSEALED_NOTE] : describeEvidence(seal)),
        ...(await ofOtherCorpus(stored)),
      ],
    });
    briefs.set(stored.key, { version, brief: made });
    return made;
  }

  return createSite({
    source: input.source,
    corpus: await withChecksOfPacks(),
    toolVersion: toolVersion(),
    calibration: await readCalibration(context.corpusRoot),
    leaderboard: input.leaderboard,
    isJointBoard: input.isJointBoard,
    leftOut: null,
    listScans: async () => {
      const stored = await input.listScans();
      const briefed =
        input.source === "live"
          ? await readEach(stored.items, ({ key }) => key.replace("~", "/"), brief)
          : // Throws for an unreadable scan: a published site must be complete.
            { items: await Promise.all(stored.items.map(brief)), unreadable: [] };
      return {
        items: briefed.items.toSorted((a, b) => ((a.created_at ?? "") < (b.created_at ?? "") ? 1 : -1)),
        unreadable: [...stored.unreadable, ...briefed.unreadable],
      };
    },
    openScan: async (key) => {
      const stored = await input.findScan(key);
      return stored && open(stored);
    },
    describeScan: async (key) => {
      const stored = await input.findScan(key);
      if (stored === null) return null;
      return { scan: key, plan: await stored.scan.readPlan(), summary: await stored.scan.readSummary() };
    },
    openPack,
    listRuns: async () => (runs === undefined ? { items: [], unreadable: [] } : runs.list()),
    readRun: async (runId) => (runs === undefined ? null : runs.read(runId)),
    ...(runs === undefined ? {} : { unjudged: runs.conversations }),
  });
}

/**
 * Changes whenever a cached file of a scan is written, as by a new scan. Transcripts are read and
 * compared with the seal each time, and need no watching.
 */
async function scanVersion({ scan, home }: Pick<StoredScan, "scan" | "home">): Promise<string> {
  const { scanPlan, costReport, verdicts, scorecards, blindspotRates, summaryJson, seal } = scanDirectory(
    scan.directory,
  );
  const paths = [
    ...[scanPlan, costReport, verdicts, scorecards, blindspotRates, summaryJson, seal],
    ...home.runs.flatMap(({ directory }) => {
      const { runPlan, runManifest } = runDirectoryAt(directory);
      return [runPlan, runManifest];
    }),
  ];
  return stampOf(paths);
}
