import { deflateRawSync } from "node:zlib";
import { describePeople } from "../domain/evidence-words.ts";
import { conversationKey } from "../domain/keys.ts";
import { RecentResults } from "../kernel/recent-results.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { chunkPath } from "../schema/site/site-data.ts";
import { SiteIndex } from "../schema/site/site-index.ts";
import { briefScan } from "./briefs.ts";
import { createSite, referencePaths, type Site } from "./create-site.ts";
import { type PackedBundle, standalonePage } from "./page-markup.ts";
import type { ScanFacts, SiteCard } from "./scan-facts.ts";
import type { SitePorts, SiteScan } from "./site-ports.ts";

/** A file that most mail servers take. */
const LARGEST_BYTES = 2_900_000;
/** Some megabytes of text: more conversations than a report has room for. */
const KEPT_TRANSCRIPTS = 1000;
const FIRST_LOOKED_AT = 256;
/** Beyond, the lists alone would leave no room for a conversation. */
const MOST_LISTED = 5000;

export interface ReportWorld extends Pick<SitePorts, "corpus" | "toolVersion" | "calibration"> {
  /** When the scan was made: it stands in the page's head and nowhere else. @default not said */
  readonly madeAt?: string | null;
  /** What makes the scan's evidence less than whole, a sentence each. */
  readonly evidence?: readonly string[];
}

/** One HTML file with a whole scan in it, that needs no server and no other file. The same bytes for the same scan. */
export async function renderReport(
  stored: SiteScan,
  page: ReadonlyMap<string, Buffer>,
  { madeAt = null, evidence = [], ...world }: ReportWorld,
): Promise<string> {
  const all = stored.facts.scorecards;
  const listed = all.length <= MOST_LISTED ? undefined : gravestFirst(all).slice(0, MOST_LISTED);
  const facts: ScanFacts = {
    ...stored.facts,
    ...(listed === undefined ? {} : { listed: new Set(listed.map(({ transcript_id }) => transcript_id)) }),
  };
  // The pages of a scan show the same conversations again and again.
  const transcripts = new RecentResults<Promise<Transcript>>(KEPT_TRANSCRIPTS);
  const scan: SiteScan = {
    ...stored,
    facts,
    readTranscript: (id) => transcripts.get(id, () => stored.readTranscript(id)),
  };
  const { people } = facts.summary;
  const brief = briefScan({
    ...facts,
    evidence: [...(people === undefined ? [] : [describePeople(people)]), ...evidence],
  });
  const ports: SitePorts = {
    ...world,
    source: "report",
    leaderboard: null,
    isJointBoard: false,
    leftOut: null,
    listScans: async () => ({ items: [brief], unreadable: [] }),
    openScan: async (key) => (key === facts.scan ? scan : null),
    describeScan: async (key) => (key === facts.scan ? facts : null),
    listRuns: async () => ({ items: [], unreadable: [] }),
    readRun: async () => null,
  };
  const draft = createSite(ports);
  const reference = await packReference(draft);
  const roomBytes = LARGEST_BYTES - Buffer.byteLength(standalonePage(page, reference, madeAt));
  const { bundle, kept } = await packConversations(draft, facts, roomBytes);
  const of = facts.scorecards.length;
  if (kept === of) return standalonePage(page, [...reference, bundle], madeAt);
  const leftOut = {
    conversations: of - kept,
    of,
    why: `To keep this file small enough for mail, it holds the conversations with the gravest findings.${listed === undefined ? "" : ` Its lists name ${MOST_LISTED.toLocaleString("en")} of them; every number is of all.`} Open the results folder in the viewer for the others.`,
  };
  return standalonePage(page, [...(await packReference(createSite({ ...ports, leftOut }))), bundle], madeAt);
}

/** Unpacked when first looked at, each by itself, so that the first page is soon there. */
const APART: readonly string[] = ["data/checks/", "data/scenarios/", "data/compare/"];

/** Everything of a site but its conversations. */
async function packReference(site: Site): Promise<readonly PackedBundle[]> {
  const index = SiteIndex.parse(await site.chunk(chunkPath.index()));
  const bundles = new Map<string, Buffer[]>();
  for (const path of referencePaths(index)) {
    const chunk = await site.chunk(path);
    if (chunk === null) continue;
    const prefix = APART.find((start) => path.startsWith(start)) ?? "";
    const members = bundles.get(prefix) ?? [];
    bundles.set(prefix, members);
    members.push(memberOf(path, chunk));
  }
  return [...bundles].map(([prefix, members]) => ({ prefix, base64: packMembers(members) }));
}

/** A scan's conversations: all of them, or as many as there is room for, the gravest first. */
async function packConversations(
  site: Site,
  facts: ScanFacts,
  budgetBytes: number,
): Promise<{ readonly bundle: PackedBundle; readonly kept: number }> {
  const cards = gravestFirst(facts.scorecards);
  // As bytes, which take a fraction of what objects do.
  const members = new Map<string, Buffer>();
  const packFirst = (count: number) =>
    packMembers(
      byScenario(cards.slice(0, count)).flatMap(({ transcript_id }) => members.get(transcript_id) ?? []),
    );
  // More than fit need not be looked at: once so many are too many, all further ones are.
  let looked = 0;
  let packed = packFirst(0);
  while (looked < cards.length && packed.length <= budgetBytes) {
    const next = Math.min(cards.length, Math.max(FIRST_LOOKED_AT, 2 * looked));
    for (const { transcript_id } of cards.slice(looked, next)) {
      const path = chunkPath.conversation(facts.scan, conversationKey(transcript_id));
      const chunk = await site.chunk(path);
      if (chunk !== null) members.set(transcript_id, memberOf(path, chunk));
    }
    looked = next;
    packed = packFirst(looked);
  }
  const doFit = packed.length <= budgetBytes;
  const kept = doFit ? looked : mostThatFit(looked, (count) => packFirst(count).length <= budgetBytes);
  const prefix = chunkPath.conversation(facts.scan, "").replace(/\.json$/, "");
  return { bundle: { prefix, base64: doFit ? packed : packFirst(kept) }, kept };
}

/** A chunk as it stands in the object that a bundle is. */
function memberOf(path: string, chunk: object): Buffer {
  return Buffer.from(`${JSON.stringify(path)}:${JSON.stringify(chunk)},`);
}

function packMembers(members: readonly Buffer[]): string {
  const bytes = Buffer.concat([Buffer.from("{"), ...members, ...(members.length === 0 ? [COMMA] : [])]);
  // The last comma makes way for the end.
  bytes.write("}", bytes.length - 1);
  return deflateRawSync(bytes, { level: 9 }).toString("base64");
}

const COMMA = Buffer.from(",");

/** The largest count that fits, where fewer always fit too. */
function mostThatFit(total: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, total];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Conversations of one scenario share its script: side by side they take a third less room. */
function byScenario(cards: readonly SiteCard[]): readonly SiteCard[] {
  return cards.toSorted((a, b) => {
    if (a.scenario_id !== b.scenario_id) return a.scenario_id < b.scenario_id ? -1 : 1;
    return a.transcript_id < b.transcript_id ? -1 : 1;
  });
}

/** Hard fails, then other failures, then what could not be established, then the rest; in the scan's order. */
function gravestFirst(cards: readonly SiteCard[]): readonly SiteCard[] {
  return cards.toSorted((a, b) => gravity(a) - gravity(b));
}

function gravity({ hard_fail, blindspots, coverage }: SiteCard): number {
  if (hard_fail) return 0;
  if (blindspots.length > 0) return 1;
  return coverage.unclear > 0 ? 2 : 3;
}
