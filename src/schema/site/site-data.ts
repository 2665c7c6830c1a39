import * as z from "zod";
import { ScanScenarios, ScenarioAnswers } from "./site-answers.ts";
import { BlindspotMatrix, ModelPage, ScanBoard, ScanCheck, ScanScenario, SiteBrief } from "./site-board.ts";
import { SiteComparison } from "./site-compare.ts";
import { ContestedPage } from "./site-contested.ts";
import { Conversation, RunConversation } from "./site-conversation.ts";
import { FindIndex } from "./site-find.ts";
import { SiteIndex } from "./site-index.ts";
import { SiteChanges, SiteLine } from "./site-line.ts";
import { CheckPage, Methods, ScenarioPage } from "./site-reference.ts";
import { RunConversations, RunPage } from "./site-run.ts";

/** Every kind of chunk the viewer loads, each a JSON document of its own; `site-bundle.ts` says how a mailed report holds them. */
export const siteChunks = {
  index: SiteIndex,
  board: ScanBoard,
  blindspots: BlindspotMatrix,
  contested: ContestedPage,
  brief: SiteBrief,
  model: ModelPage,
  conversation: Conversation,
  find: FindIndex,
  scanCheck: ScanCheck,
  scanScenario: ScanScenario,
  scanScenarios: ScanScenarios,
  answers: ScenarioAnswers,
  check: CheckPage,
  scenario: ScenarioPage,
  compare: SiteComparison,
  line: SiteLine,
  changes: SiteChanges,
  run: RunPage,
  runConversations: RunConversations,
  runConversation: RunConversation,
  methods: Methods,
} as const satisfies Record<string, z.ZodType>;

export type SiteChunkKind = keyof typeof siteChunks;
/** @public The page reads with it, and is no part of the library. */
export type SiteChunk<Kind extends SiteChunkKind> = z.infer<(typeof siteChunks)[Kind]>;

/** The page that loads the chunks, in the folder of a site and in a built page alike. */
export const PAGE_NAME = "index.html";

/** Where the brief of a scan is as a page of its own, beside the viewer; a mailed report has it as a chunk alone. */
export function briefAddress(scan: string): string {
  return `brief/${scan}/brief.html`;
}

/** Stands in the brief of a mailed report for the day, which only the report's head says. */
export const BRIEF_DAY = "⟦day⟧";

/** Where a chunk is, relative to the page: what is fetched, and the key in a report's bundles. */
export const chunkPath = {
  index: () => "data/index.json",
  methods: () => "data/methods.json",
  board: (scan: string) => `data/scans/${scan}/board.json`,
  brief: (scan: string) => `data/scans/${scan}/brief.json`,
  blindspots: (scan: string) => `data/scans/${scan}/blindspots.json`,
  contested: (scan: string) => `data/scans/${scan}/contested.json`,
  model: (scan: string, slug: string) => `data/scans/${scan}/models/${slug}.json`,
  conversation: (scan: string, key: string) => `data/scans/${scan}/conversations/${key}.json`,
  find: (scan: string, slug: string) => `data/scans/${scan}/find/${slug}.json`,
  scanCheck: (scan: string, check: string) => `data/scans/${scan}/checks/${check}.json`,
  scanScenario: (scan: string, scenario: string) => `data/scans/${scan}/scenarios/${scenario}.json`,
  scanScenarios: (scan: string) => `data/scans/${scan}/scenarios.json`,
  answers: (scan: string, scenario: string) => `data/scans/${scan}/answers/${scenario}.json`,
  check: (check: string) => `data/checks/${check}.json`,
  scenario: (scenario: string) => `data/scenarios/${scenario}.json`,
  compare: (a: SidePath, b: SidePath) => `data/compare/${a.scan}@${a.slug}/${b.scan}@${b.slug}.json`,
  line: (slug: string) => `data/lines/${slug}.json`,
  changes: (a: SidePath, b: SidePath) => `data/changes/${a.scan}@${a.slug}/${b.scan}@${b.slug}.json`,
  run: (run: string) => `data/runs/${run}.json`,
  runConversations: (run: string) => `data/runs/${run}/conversations.json`,
  runConversation: (run: string, key: string) => `data/runs/${run}/conversations/${key}.json`,
  /** Server-sent events: each `progress` has a run chunk as its data. Only with a server. */
  runEvents: (run: string) => `data/runs/${run}/events`,
} as const satisfies Record<SiteChunkKind | "runEvents", (...names: never[]) => string>;

export interface SidePath {
  readonly scan: string;
  readonly slug: string;
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
  /** As `DecompressionStream` calls it. */
  compression: "deflate-raw",
} as const;

/** A bundle's content. */
export const SiteBundle = z.record(z.string(), z.unknown());
export type SiteBundle = z.infer<typeof SiteBundle>;

/** The name of the element in a mailed report's head that says when its scan was made. */
export const dateName = "date";
