import { createClaims } from "../domain/claims.ts";
import { formatDates } from "../domain/number-words.ts";
import { BenchError } from "../kernel/errors.ts";
import { renderBrief } from "../report/render-brief.ts";
import { CheckId, RunId, ScenarioId, type TranscriptId } from "../schema/ids.ts";
import type { SiteBrief } from "../schema/site/site-board.ts";
import { BRIEF_DAY, chunkPath } from "../schema/site/site-data.ts";
import type { ModelBrief, SiteIndex } from "../schema/site/site-index.ts";
import { buildBrief, nameOfScan } from "./build-brief.ts";
import { buildChanges } from "./build-changes.ts";
import { buildComparison } from "./build-comparison.ts";
import { openFindIndex, writeFindIndex } from "./build-find.ts";
import { buildLine, linePaths, newestReleases } from "./build-line.ts";
import { buildRunConversation, buildRunConversations } from "./build-run-conversations.ts";
import { openSides, type SideName } from "./open-sides.ts";
import { createPlaces } from "./pages/build-board.ts";
import { buildCheckPage } from "./pages/build-check-page.ts";
import { buildIndex } from "./pages/build-index.ts";
import { buildMethods } from "./pages/build-methods.ts";
import { buildScenarioPage } from "./pages/build-scenario-page.ts";
import { buildScanChunk } from "./scan-chunks.ts";
import { BOARD_KEY, factsOfModels, joinFacts } from "./scan-facts.ts";
import { showHidden } from "./show-hidden.ts";
import type { ScanMethod, SiteCorpus, SitePorts, SiteScan } from "./site-ports.ts";

/** A site as its readers see it: chunks by path. */
export interface Site {
  /** `null` where there is no such chunk. */
  chunk(path: string): Promise<object | null>;
  /**
   * The text of a chunk that is read as it is made, because it is too large to be held for each of its readers; `null`
   * for every other path.
   */
  stream(path: string): Promise<AsyncIterable<string> | null>;
}

const SCAN_CHUNK = /^data\/scans\/([^/]+)\/([a-z]+)(?:\/([^/]+))?\.json$/;
const COMPARISON = /^data\/(compare|changes)\/([^/@]+)@([^/@]+)\/([^/@]+)@([^/@]+)\.json$/;
const RUN_CHUNK = /^data\/runs\/([^/]+)\/conversations(?:\/([^/]+))?\.json$/;
const NAMED = /^data\/(checks|scenarios|runs|lines)\/([^/]+)\.json$/;

/** The one place that knows which path is which chunk. */
export function createSite(ports: SitePorts): Site {
  const { corpus } = ports;
  const placesOf = createPlaces(corpus, ports.leaderboard);
  const claims = createClaims(corpus, ports.calibration);

  async function openScan(key: string): Promise<SiteScan | null> {
    return key === BOARD_KEY && ports.isJointBoard ? joinScans(ports) : ports.openScan(key);
  }

  return {
    chunk: async (path) => {
      const chunk = await build(path);
      return chunk && showHidden(chunk);
    },
    stream: async (path) => {
      const [, scanKey, kind, slug] = SCAN_CHUNK.exec(path) ?? [];
      if (scanKey === undefined || kind !== "find" || slug === undefined) return null;
      const scan = await openScan(scanKey);
      const index = scan && openFindIndex(scan, scan.corpus ?? corpus, slug);
      return index && writeFindIndex(index);
    },
  };

  async function build(path: string): Promise<object | null> {
    if (path === chunkPath.index()) return indexOf(ports);
    if (path === chunkPath.methods()) return methodsOf(ports);
    const [, scanKey, kind, name] = SCAN_CHUNK.exec(path) ?? [];
    if (scanKey !== undefined && kind !== undefined) {
      const scan = await openScan(scanKey);
      if (scan !== null && kind === "brief" && name === undefined) return briefOf(scan);
      return (
        scan && buildScanChunk(scan, kind, name ?? null, { corpus: scan.corpus ?? corpus, claims, placesOf })
      );
    }
    const [, what, scanA, slugA, scanB, slugB] = COMPARISON.exec(path) ?? [];
    if (scanA !== undefined && slugA !== undefined && scanB !== undefined && slugB !== undefined) {
      const sides = [
        { scan: scanA, slug: slugA },
        { scan: scanB, slug: slugB },
      ] as const;
      return what === "changes" ? changesOf(ports, ...sides) : comparisonOf(ports, ...sides);
    }
    const [, run, conversation] = RUN_CHUNK.exec(path) ?? [];
    if (run !== undefined) return unjudgedOf(run, conversation);
    const [, sort, id] = NAMED.exec(path) ?? [];
    return sort === undefined || id === undefined ? null : named(sort, id);
  }

  async function briefOf(scan: SiteScan): Promise<SiteBrief> {
    const key = scan.facts.scan;
    const { items } = await ports.listScans();
    const onBoard = new Set(key === BOARD_KEY ? newestReleases(items).values() : [key]);
    const shown = items.filter((brief) => onBoard.has(brief.scan));
    const methods = await Promise.all(shown.map((brief) => ports.describeScan(brief.scan)));
    const example = ports.leaderboard?.example;
    const brief = await buildBrief(scan, {
      corpus: scan.corpus ?? corpus,
      claims,
      places: placesOf(scan.facts),
      date: ports.source === "report" ? BRIEF_DAY : formatDates(shown.flatMap((it) => it.created_at ?? [])),
      toolVersion: ports.toolVersion,
      ...(example === undefined ? {} : { example }),
      notes: shown.flatMap(({ evidence = [] }) => evidence),
      changes: null,
      plans: shown.flatMap((it, index) => {
        const plan = methods[index]?.plan;
        return plan === undefined ? [] : { name: nameOfScan(it), plan };
      }),
    });
    return { scan: key, html: renderBrief(brief) };
  }

  /** Whose scenario it is: the ids of a pack's begin with its name. */
  async function packOf(scenarioId: ScenarioId): Promise<SiteCorpus | null> {
    const [, pack] = /^([a-z0-9_]+?)__/.exec(scenarioId) ?? [];
    return pack === undefined ? null : ((await ports.openPack?.(pack)) ?? null);
  }

  async function homeOf(scenarioId: ScenarioId): Promise<SiteCorpus | null> {
    return corpus.scenarios.has(scenarioId) ? corpus : packOf(scenarioId);
  }

  async function unjudgedOf(run: string, conversation: string | undefined): Promise<object | null> {
    const runId = RunId.safeParse(run);
    const { unjudged } = ports;
    if (!runId.success || unjudged === undefined) return null;
    return conversation === undefined
      ? buildRunConversations(unjudged, runId.data, homeOf)
      : buildRunConversation(unjudged, runId.data, conversation, homeOf);
  }

  async function named(sort: string, id: string): Promise<object | null> {
    if (sort === "lines") return buildLine(ports, id);
    if (sort === "checks") {
      const check = corpus.checks.get(CheckId.safeParse(id).data ?? ("" as CheckId));
      return check === undefined ? null : buildCheckPage(check, corpus, claims);
    }
    if (sort === "scenarios") {
      const scenarioId = ScenarioId.safeParse(id).data ?? ("" as ScenarioId);
      const home = await homeOf(scenarioId);
      const scenario = home?.scenarios.get(scenarioId);
      return scenario === undefined ? null : buildScenarioPage(scenario, home ?? corpus);
    }
    const runId = RunId.safeParse(id);
    return runId.success ? ports.readRun(runId.data) : null;
  }
}

async function indexOf(ports: SitePorts): Promise<object> {
  const [scans, runs] = [await ports.listScans(), await ports.listRuns()];
  return buildIndex({
    ...ports,
    board: ports.isJointBoard ? BOARD_KEY : (scans.items[0]?.scan ?? null),
    scans: scans.items,
    runs: runs.items,
    unreadable: [...runs.unreadable, ...scans.unreadable],
  });
}

async function methodsOf(ports: SitePorts): Promise<object> {
  const methods: ScanMethod[] = [];
  for (const { scan } of (await ports.listScans()).items) {
    const found = await ports.describeScan(scan).catch(nullIfUnreadable);
    if (found !== null) methods.push(found);
  }
  return buildMethods(ports.corpus, methods, ports.toolVersion);
}

/** Its own pages say what is wrong with a scan; those of the others can do without. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof BenchError) return null;
  throw error;
}

/** Every scan of the site as one; of a model with several releases the newest. */
async function joinScans(ports: SitePorts): Promise<SiteScan | null> {
  const scans: SiteScan[] = [];
  const { items } = await ports.listScans();
  const newest = newestReleases(items);
  for (const { scan, models } of items) {
    const shown = models.map(({ model_id }) => model_id).filter((id) => newest.get(id) === scan);
    const opened = shown.length === 0 ? null : await ports.openScan(scan);
    if (opened !== null) scans.push({ ...opened, facts: factsOfModels(opened.facts, new Set(shown)) });
  }
  const [first, ...others] = scans.map(({ facts }) => facts);
  if (first === undefined) return null;
  const homes = new Map(
    scans.flatMap((scan) => scan.facts.scorecards.map(({ transcript_id }) => [transcript_id, scan] as const)),
  );
  const homeOf = (id: TranscriptId): SiteScan => {
    const home = homes.get(id);
    if (home === undefined) throw new RangeError(`no scan of the board holds ${id}`);
    return home;
  };
  return {
    facts: joinFacts([first, ...others]),
    readTranscript: async (id) => homeOf(id).readTranscript(id),
    readRows: async (id) => homeOf(id).readRows(id),
    readScorerResults: async (id) => (await homeOf(id).readScorerResults?.(id)) ?? [],
  };
}

async function comparisonOf(ports: SitePorts, nameA: SideName, nameB: SideName): Promise<object | null> {
  const sides = await openSides(ports, nameA, nameB);
  if (sides === null) return null;
  const comparison = buildComparison(sides.a, sides.b, sides.corpus);
  await sides.complete();
  return comparison;
}

async function changesOf(ports: SitePorts, nameA: SideName, nameB: SideName): Promise<object | null> {
  const sides = await openSides(ports, nameA, nameB);
  return sides && buildChanges(sides);
}

/** Up to so many models every pair is compared; beyond, each with its neighbours on the board. */
const MOST_FOR_ALL_PAIRS = 6;

/** Whatever has a board: each scan, and all of them together where that is opened first. */
export function boardKeys({ board, scans }: Pick<SiteIndex, "board" | "scans">): readonly string[] {
  return [...new Set([...(board === null ? [] : [board]), ...scans.map(({ scan }) => scan)])];
}

/** Every chunk of a site without a server, but for briefs, which are pages where there are pages, and the conversations. */
export function referencePaths(index: SiteIndex): readonly string[] {
  const { checks, scenarios, scans } = index;
  const keys = boardKeys(index);
  const newest = newestReleases(scans);
  return [
    chunkPath.index(),
    chunkPath.methods(),
    ...checks.map(({ mode_id }) => chunkPath.check(mode_id)),
    ...scenarios.map(({ scenario_id }) => chunkPath.scenario(scenario_id)),
    ...keys.flatMap((key) => [
      chunkPath.board(key),
      chunkPath.blindspots(key),
      chunkPath.contested(key),
      chunkPath.scanScenarios(key),
      ...checks.map(({ mode_id }) => chunkPath.scanCheck(key, mode_id)),
      ...scenarios.flatMap(({ scenario_id }) => [
        chunkPath.scanScenario(key, scenario_id),
        chunkPath.answers(key, scenario_id),
      ]),
    ]),
    ...scans.flatMap(({ scan, models }) => models.map(({ slug }) => chunkPath.model(scan, slug))),
    ...scans.flatMap(({ scan, models }) => models.map(({ slug }) => chunkPath.find(scan, slug))),
    ...new Set([
      ...comparisons(
        scans.flatMap(({ scan, models }) => models.filter(({ model_id }) => newest.get(model_id) === scan)),
      ),
      ...linePaths(index),
    ]),
  ];
}

function comparisons(models: readonly ModelBrief[]): readonly string[] {
  const areAll = models.length <= MOST_FOR_ALL_PAIRS;
  return models.flatMap((a, i) =>
    models.flatMap((b, j) => (i !== j && (areAll || Math.abs(i - j) === 1) ? chunkPath.compare(a, b) : [])),
  );
}
