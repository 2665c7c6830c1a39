import { createClaims } from "../domain/claims.ts";
import { formatDates } from "../domain/number-words.ts";
import { orNull } from "../kernel/errors.ts";
import { CheckId, RunId, ScenarioId, type TranscriptId } from "../schema/ids.ts";
import {
  BRIEF_DAY,
  CHUNK_PATTERNS,
  type ChunkNames,
  type ChunkPath,
  type SiteChunkKind,
} from "../schema/site-paths.ts";
import { buildBrief, nameOfScan } from "./build-brief.ts";
import { buildChanges } from "./build-changes.ts";
import { buildComparison } from "./build-comparison.ts";
import { openFindIndex, writeFindIndex } from "./build-find.ts";
import { buildLine, newestReleases } from "./build-line.ts";
import { buildRunConversation, buildRunConversations } from "./build-run-conversations.ts";
import { openSides } from "./open-sides.ts";
import { createPlaces } from "./pages/build-board.ts";
import { buildCheckPage } from "./pages/build-check-page.ts";
import type { SiteIndex } from "./pages/build-index.ts";
import { buildIndex } from "./pages/build-index.ts";
import { buildMethods, type Methods } from "./pages/build-methods.ts";
import { buildScenarioPage } from "./pages/build-scenario-page.ts";
import { renderBrief } from "./render-brief.ts";
import { scanChunks } from "./scan-chunks.ts";
import { BOARD_KEY, factsOfModels, joinFacts } from "./scan-facts.ts";
import { showHidden } from "./show-hidden.ts";
import type { SiteBrief, SiteChunks } from "./site-chunks.ts";
import type { ScanMethod, SiteCorpus, SitePorts, SiteScan } from "./site-ports.ts";

/** A site for its readers: chunks by path. */
export interface Site {
  /** `null` if there is no such chunk. */
  chunk<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): Promise<SiteChunks[Kind] | null>;
  chunk(path: string): Promise<object | null>;
  /** Streams the text of a chunk that is too large to hold for each reader; `null` for every other path. */
  stream(path: string): Promise<AsyncIterable<string> | null>;
}

/** Returns a chunk that must exist. */
export async function requireChunk<Kind extends SiteChunkKind>(
  site: Site,
  path: ChunkPath<Kind>,
): Promise<SiteChunks[Kind]> {
  const chunk = await site.chunk(path);
  if (chunk === null) throw new Error(`the site has no ${path}`);
  return chunk;
}

/** Builders of each kind of chunk, called with the names in its path. */
type Builders = {
  readonly [Kind in SiteChunkKind]: (...names: ChunkNames<Kind>) => Promise<SiteChunks[Kind] | null>;
};

export function createSite(ports: SitePorts): Site {
  const { corpus } = ports;
  const placesOf = createPlaces(corpus, ports.leaderboard);
  const claims = createClaims(corpus, ports.calibration);

  async function openScan(key: string): Promise<SiteScan | null> {
    return key === BOARD_KEY && ports.isJointBoard ? joinScans(ports) : ports.openScan(key);
  }

  async function inScan<Chunk>(
    key: string,
    build: (chunks: ReturnType<typeof scanChunks>) => Promise<Chunk>,
  ): Promise<Chunk | null> {
    const scan = await openScan(key);
    return scan && build(scanChunks(scan, { corpus: scan.corpus ?? corpus, claims, placesOf }));
  }

  const builders: Builders = {
    index: () => indexOf(ports),
    methods: () => methodsOf(ports),
    board: (key) => inScan(key, (scan) => scan.board()),
    brief: briefOf,
    blindspots: (key) => inScan(key, (scan) => scan.blindspots()),
    contested: (key) => inScan(key, (scan) => scan.contested()),
    model: (key, slug) => inScan(key, (scan) => scan.model(slug)),
    conversation: (key, name) => inScan(key, (scan) => scan.conversation(name)),
    find: (key, slug) => inScan(key, (scan) => scan.find(slug)),
    scanCheck: (key, check) => inScan(key, (scan) => scan.scanCheck(check)),
    scanScenario: (key, scenario) => inScan(key, (scan) => scan.scanScenario(scenario)),
    scanScenarios: (key) => inScan(key, (scan) => scan.scanScenarios()),
    answers: (key, scenario) => inScan(key, (scan) => scan.answers(scenario)),
    check: async (name) => {
      const { data: checkId } = CheckId.safeParse(name);
      const check = checkId && corpus.checks.get(checkId);
      return check === undefined ? null : buildCheckPage(check, corpus, claims);
    },
    scenario: async (name) => {
      const { data: scenarioId } = ScenarioId.safeParse(name);
      const own = scenarioId && (await corpusOf(scenarioId));
      const scenario = scenarioId && own?.scenarios.get(scenarioId);
      return own && scenario ? buildScenarioPage(scenario, own) : null;
    },
    compare: async (...names) => {
      const sides = await sidesOf(names);
      const comparison = sides && buildComparison(sides.a, sides.b, sides.corpus);
      await sides?.complete();
      return comparison;
    },
    line: (slug) => buildLine(ports, slug),
    changes: async (...names) => {
      const sides = await sidesOf(names);
      return sides && buildChanges(sides);
    },
    run: async (name) => {
      const { data: runId } = RunId.safeParse(name);
      return runId === undefined ? null : ports.readRun(runId);
    },
    runConversations: async (name) => {
      const { data: runId } = RunId.safeParse(name);
      if (runId === undefined || ports.unjudged === undefined) return null;
      return buildRunConversations(ports.unjudged, runId, corpusOf);
    },
    runConversation: async (name, key) => {
      const { data: runId } = RunId.safeParse(name);
      if (runId === undefined || ports.unjudged === undefined) return null;
      return buildRunConversation(ports.unjudged, runId, key, corpusOf);
    },
  };

  async function chunk(path: string): Promise<object | null> {
    const found = readChunkPath(path);
    if (found === null) return null;
    // A path that matches a kind's pattern has the names that its builder takes.
    const build = builders[found.kind] as (...names: readonly string[]) => Promise<object | null>;
    const built = await build(...found.names);
    return built && showHidden(built);
  }

  return {
    // `Builders` guarantees that a path of one kind returns a chunk of that kind.
    chunk: chunk as Site["chunk"],
    stream: async (path) => {
      const { kind, names: [key = "", slug = ""] = [] } = readChunkPath(path) ?? {};
      const scan = kind === "find" ? await openScan(key) : null;
      const index = scan && openFindIndex(scan, scan.corpus ?? corpus, slug);
      return index && writeFindIndex(index);
    },
  };

  async function briefOf(name: string): Promise<SiteBrief | null> {
    const scan = await openScan(name);
    if (scan === null) return null;
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

  /** The pack of a scenario, by the prefix of its id. */
  async function packOf(scenarioId: ScenarioId): Promise<SiteCorpus | null> {
    const [, pack] = /^([a-z0-9_]+?)__/.exec(scenarioId) ?? [];
    return pack === undefined ? null : ((await ports.openPack?.(pack)) ?? null);
  }

  async function corpusOf(scenarioId: ScenarioId): Promise<SiteCorpus | null> {
    return corpus.scenarios.has(scenarioId) ? corpus : packOf(scenarioId);
  }

  async function sidesOf([scanA, slugA, scanB, slugB]: ChunkNames<"compare">) {
    return openSides(ports, { scan: scanA, slug: slugA }, { scan: scanB, slug: slugB });
  }
}

// Every key is a kind.
const READERS = (Object.keys(CHUNK_PATTERNS) as SiteChunkKind[]).map((kind) => ({
  kind,
  path: new RegExp(`^${CHUNK_PATTERNS[kind].replace(".", "\\.").replaceAll(/:\w+/g, "([^/@]+)")}$`),
}));

/** The kind of chunk at a path, and the names in the path. */
function readChunkPath(path: string): { readonly kind: SiteChunkKind; readonly names: string[] } | null {
  for (const { kind, path: pattern } of READERS) {
    const [whole, ...names] = pattern.exec(path) ?? [];
    if (whole !== undefined) return { kind, names };
  }
  return null;
}

async function indexOf(ports: SitePorts): Promise<SiteIndex> {
  const [scans, runs] = [await ports.listScans(), await ports.listRuns()];
  return buildIndex({
    ...ports,
    board: ports.isJointBoard ? BOARD_KEY : (scans.items[0]?.scan ?? null),
    scans: scans.items,
    runs: runs.items,
    unreadable: [...runs.unreadable, ...scans.unreadable],
  });
}

async function methodsOf(ports: SitePorts): Promise<Methods> {
  const methods: ScanMethod[] = [];
  for (const { scan } of (await ports.listScans()).items) {
    // A broken scan's own pages report the problem; other pages skip it.
    const found = await orNull(ports.describeScan(scan));
    if (found !== null) methods.push(found);
  }
  return buildMethods(ports.corpus, methods, ports.toolVersion);
}

/** Joins every scan of the site; uses the newest release of each model. */
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
