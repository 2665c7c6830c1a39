import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describePeople } from "../domain/evidence-words.ts";
import { conversationKey } from "../domain/keys.ts";
import { formatWhole } from "../domain/number-words.ts";
import { LruCache } from "../kernel/lru-cache.ts";
import { compareText } from "../kernel/order.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { chunkPath } from "../schema/site-paths.ts";
import { briefScan } from "./briefs.ts";
import { createSite, requireChunk, type Site } from "./create-site.ts";
import { type PackedBundle, standalonePage } from "./page-markup.ts";
import { essentialOfBoard } from "./published-pages.ts";
import type { ScanFacts, SiteCard } from "./scan-facts.ts";
import type { SitePorts, SiteScan } from "./site-ports.ts";
import { boardKeys, referencePaths } from "./static-paths.ts";

/** A size that most mail servers accept. */
const LARGEST_BYTES = 6_000_000;
/** Some megabytes of text: more conversations than a report can hold. */
const KEPT_TRANSCRIPTS = 1000;
const FIRST_LOOKED_AT = 256;
/** Factor by which the search for fitting conversations looks beyond the estimate. */
const LOOK_FURTHER = 1.1;
/** With more, the lists alone would leave no room for a conversation. */
const MOST_LISTED = 5000;
/** Upper limit even for short conversations: each takes some 20 kB while the file is made. */
const MOST_HELD = 1500;

export interface ReportWorld extends Pick<SitePorts, "corpus" | "toolVersion" | "calibration"> {
  /** When the scan was made. It appears only in the page's head. @default omitted */
  readonly madeAt?: string | null;
  /** Limits of the scan's evidence, one sentence each. */
  readonly evidence?: readonly string[];
}

/** Renders a whole scan as one HTML file that needs no server and no other file. Equal scans give equal bytes. */
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
  // The pages of a scan show the same conversations repeatedly.
  const transcripts = new LruCache<Promise<Transcript>>(KEPT_TRANSCRIPTS);
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
  const index = await requireChunk(draft, chunkPath.index());
  const board = await requireChunk(draft, chunkPath.board(facts.scan));
  const essential = essentialOfBoard(board, index).body;
  const roomBytes = LARGEST_BYTES - Buffer.byteLength(standalonePage(page, reference, madeAt, essential));
  const { bundle, kept } = await packConversations(draft, facts, roomBytes);
  const of = facts.scorecards.length;
  if (kept === of) return standalonePage(page, [...reference, bundle], madeAt, essential);
  const leftOut = {
    conversations: of - kept,
    of,
    why: `To keep this file small enough for mail, it holds the conversations with the gravest findings.${listed === undefined ? "" : ` Its lists name ${formatWhole(MOST_LISTED)} of them; every number is of all.`} Open the results folder in the viewer for the others.`,
  };
  const told = await packReference(createSite({ ...ports, leftOut }));
  return standalonePage(page, [...told, bundle], madeAt, essential);
}

const OF_CORPUS: readonly string[] = ["data/checks/", "data/scenarios/"];
/** Paths that are unpacked separately and on first use, so that the first page appears quickly. */
const APART: readonly string[] = [...OF_CORPUS, "data/compare/"];

const FOUND_IN = /^data\/scans\/[^/]+\/find\//;
/** The path of the per-reply results. A report omits them if it cannot hold all conversations. */
function answersOf(scan: string): string {
  return chunkPath.answers(scan, "").replace(/\.json$/, "");
}

/** Packs everything of a site except its conversations. */
async function packReference(site: Site): Promise<readonly PackedBundle[]> {
  const index = await requireChunk(site, chunkPath.index());
  const bundles = new Map<string, Buffer[]>();
  const answers = index.scans.map(({ scan }) => answersOf(scan));
  const areAnswersHeld = index.scans.every(({ conversations }) => conversations <= MOST_HELD);
  for (const path of [...referencePaths(index), ...boardKeys(index).map(chunkPath.brief)]) {
    // The page builds the search index from the conversations, so the file need not hold it twice.
    if (FOUND_IN.test(path)) continue;
    if (!areAnswersHeld && answers.some((start) => path.startsWith(start))) continue;
    const chunk = await site.chunk(path);
    if (chunk === null) continue;
    const prefix = [...APART, ...answers].find((start) => path.startsWith(start)) ?? "";
    const members = bundles.get(prefix) ?? [];
    bundles.set(prefix, members);
    members.push(memberOf(path, chunk));
  }
  return [...bundles].map(([prefix, members]) => ({
    prefix,
    base64: OF_CORPUS.includes(prefix) ? packOnce(members) : packMembers(members),
  }));
}

/** Packs all conversations of a scan, or as many as fit, most severe first. */
async function packConversations(
  site: Site,
  facts: ScanFacts,
  budgetBytes: number,
): Promise<{ readonly bundle: PackedBundle; readonly kept: number }> {
  const cards = gravestFirst(facts.scorecards).slice(0, MOST_HELD);
  // Stored as bytes, which take a fraction of the memory of objects.
  const members = new Map<string, Buffer>();
  let scratch: Buffer<ArrayBuffer> | undefined;
  const packFirst = (count: number) =>
    packMembers(
      byScenario(cards.slice(0, count)).flatMap(({ transcript_id }) => members.get(transcript_id) ?? []),
      scratch,
    );
  // Stops once the conversations do not fit: adding more cannot help.
  let looked = 0;
  let packed = packFirst(0);
  while (looked < cards.length && packed.length <= budgetBytes) {
    const expected = Math.ceil(looked * (budgetBytes / packed.length) * LOOK_FURTHER);
    const next = Math.min(cards.length, Math.max(expected, looked + FIRST_LOOKED_AT));
    for (const { transcript_id } of cards.slice(looked, next)) {
      const path = chunkPath.conversation(facts.scan, conversationKey(transcript_id));
      const chunk = await site.chunk(path);
      if (chunk !== null) members.set(transcript_id, memberOf(path, chunk));
    }
    looked = next;
    scratch = Buffer.allocUnsafe(packedFrom([...members.values()]));
    packed = packFirst(looked);
  }
  const prefix = chunkPath.conversation(facts.scan, "").replace(/\.json$/, "");
  const most =
    packed.length <= budgetBytes
      ? { count: looked, packed }
      : mostThatFit({ count: looked, packed }, budgetBytes, packFirst);
  return { bundle: { prefix, base64: most.packed }, kept: most.count };
}

/** A chunk as a member of the bundle's JSON object. */
function memberOf(path: string, chunk: object): Buffer {
  return Buffer.from(`${JSON.stringify(path)}:${JSON.stringify(chunk)},`);
}

/** @param scratch a buffer to reuse if it is large enough, which avoids repeated allocations of megabytes */
function packMembers(members: readonly Buffer[], scratch = Buffer.allocUnsafe(packedFrom(members))): string {
  let end = scratch.write("{");
  for (const member of members) end += member.copy(scratch, end);
  // The closing brace replaces the last comma.
  end = members.length === 0 ? end : end - 1;
  end += scratch.write("}", end);
  return deflateRawSync(scratch.subarray(0, end), { level: 9 }).toString("base64");
}

/** Caches packed corpus pages: they are equal in every report of a process, and packing dominates their cost. */
const packedBefore = new LruCache<string>(4);

function packOnce(members: readonly Buffer[]): string {
  const digest = createHash("sha256");
  for (const member of members) digest.update(member);
  return packedBefore.get(digest.digest("hex"), () => packMembers(members));
}

/** Number of bytes, plus one for the opening and one for the closing brace. */
function packedFrom(members: readonly Buffer[]): number {
  return members.reduce((sum, member) => sum + member.length, 2);
}

interface Packed {
  readonly count: number;
  readonly packed: string;
}

/**
 * Finds the largest count that fits; smaller counts always fit too. Packing is slow, so the sizes choose the next count
 * to try.
 */
function mostThatFit(tooMany: Packed, budgetBytes: number, pack: (count: number) => string): Packed {
  let most: Packed = { count: 0, packed: pack(0) };
  let least = tooMany;
  let lastDidFit: boolean | undefined;
  let isOneSided = false;
  while (least.count - most.count > 1) {
    const between = least.count - most.count;
    const share = (budgetBytes - most.packed.length) / (least.packed.length - most.packed.length);
    // Halving is safer if the same end moved twice.
    const step = Math.round(between * (isOneSided ? 0.5 : share));
    const count = most.count + Math.min(Math.max(step, 1), between - 1);
    const found = { count, packed: pack(count) };
    const doesFit = found.packed.length <= budgetBytes;
    isOneSided = doesFit === lastDidFit;
    lastDidFit = doesFit;
    if (doesFit) most = found;
    else least = found;
  }
  return most;
}

/** Groups conversations by scenario: with their shared script side by side they compress a third better. */
function byScenario(cards: readonly SiteCard[]): readonly SiteCard[] {
  return cards.toSorted(
    (a, b) => compareText(a.scenario_id, b.scenario_id) || compareText(a.transcript_id, b.transcript_id),
  );
}

/** Hard fails first, then other failures, then undecided checks, then the rest; in scan order within each. */
function gravestFirst(cards: readonly SiteCard[]): readonly SiteCard[] {
  return cards.toSorted((a, b) => gravity(a) - gravity(b));
}

function gravity({ hard_fail, blindspots, coverage }: SiteCard): number {
  if (hard_fail) return 0;
  if (blindspots.length > 0) return 1;
  return coverage.unclear > 0 ? 2 : 3;
}
