/** Paths of the data of the viewer's page, for writing and for finding it. */

/** The page that loads the chunks, in the folder of a site and in a built page alike. */
export const PAGE_NAME = "index.html";

/**
 * Address of a scan's brief as a page of its own, next to the viewer. A mailed report has the brief only as a
 * chunk.
 */
export function briefAddress(scan: string): string {
  return `brief/${scan}/brief.html`;
}

/** Placeholder for the date in the brief of a mailed report; only the report's head has the date. */
export const BRIEF_DAY = "⟦day⟧";

/**
 * Path of each kind of chunk, relative to the page: for fetching, for serving, and as the key in a report's
 * bundles.
 */
export const CHUNK_PATTERNS = {
  index: "data/index.json",
  methods: "data/methods.json",
  board: "data/scans/:scan/board.json",
  brief: "data/scans/:scan/brief.json",
  blindspots: "data/scans/:scan/blindspots.json",
  contested: "data/scans/:scan/contested.json",
  model: "data/scans/:scan/models/:slug.json",
  conversation: "data/scans/:scan/conversations/:key.json",
  find: "data/scans/:scan/find/:slug.json",
  scanCheck: "data/scans/:scan/checks/:check.json",
  scanScenario: "data/scans/:scan/scenarios/:scenario.json",
  scanScenarios: "data/scans/:scan/scenarios.json",
  answers: "data/scans/:scan/answers/:scenario.json",
  check: "data/checks/:check.json",
  scenario: "data/scenarios/:scenario.json",
  compare: "data/compare/:scan@:slug/:scan@:slug.json",
  line: "data/lines/:slug.json",
  changes: "data/changes/:scan@:slug/:scan@:slug.json",
  run: "data/runs/:run.json",
  runConversations: "data/runs/:run/conversations.json",
  runConversation: "data/runs/:run/conversations/:key.json",
} as const;

export type SiteChunkKind = keyof typeof CHUNK_PATTERNS;

/** The path of a chunk; the type carries its kind. */
export type ChunkPath<Kind extends SiteChunkKind> = string & { readonly kind?: Kind };

type Names<Pattern> = Pattern extends `${string}:${infer Rest}` ? [string, ...Names<Rest>] : [];
/** Values for the names in a pattern, in their order. */
export type ChunkNames<Kind extends SiteChunkKind> = Names<(typeof CHUNK_PATTERNS)[Kind]>;

export interface SidePath {
  readonly scan: string;
  readonly slug: string;
}

/** The path of a chunk of each kind: `chunkPath.model(scan, slug)`. */
export const chunkPath = {
  // Every kind has an entry.
  ...(Object.fromEntries(
    Object.entries(CHUNK_PATTERNS).map(([kind, pattern]) => [
      kind,
      (...names: readonly string[]) => fill(pattern, names),
    ]),
  ) as { readonly [Kind in SiteChunkKind]: (...names: ChunkNames<Kind>) => ChunkPath<Kind> }),
  compare: (a: SidePath, b: SidePath): ChunkPath<"compare"> => fillSides(CHUNK_PATTERNS.compare, a, b),
  changes: (a: SidePath, b: SidePath): ChunkPath<"changes"> => fillSides(CHUNK_PATTERNS.changes, a, b),
};

/** Server-sent events: each `progress` has a run chunk as its data. Only with a server. */
export function runEventsPath(run: string): string {
  return `data/runs/${run}/events`;
}

function fill(pattern: string, names: readonly string[]): string {
  const left = [...names];
  return pattern.replace(/:\w+/g, () => left.shift() ?? "");
}

function fillSides(pattern: string, a: SidePath, b: SidePath): string {
  return fill(pattern, [a.scan, a.slug, b.scan, b.slug]);
}

/**
 * How a mailed report holds its chunks. Each bundle is an element
 * `<script type="application/octet-stream" data-prefix="data/scans/…/conversations/sim__careful__">`
 * whose text is base64 of raw deflate of UTF-8 JSON: an object from chunk path to chunk. A chunk is in the bundle
 * with the longest prefix of its path; the one with the empty prefix holds the rest. A path that its bundle
 * lacks was left out of the report.
 */
export const bundleMarkup = {
  type: "application/octet-stream",
  attribute: "data-prefix",
  /** The name that `DecompressionStream` uses. */
  compression: "deflate-raw",
} as const;

/** Content of a bundle. */
export type SiteBundle = Readonly<Record<string, unknown>>;

/** Name of the element in a mailed report's head that holds the scan's date. */
export const dateName = "date";
