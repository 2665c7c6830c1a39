import { briefScan } from "./brief-scan.ts";
import { createSite } from "./create-site.ts";
import { packConversations, packReference } from "./pack-report.ts";
import { standalonePage } from "./page-markup.ts";
import type { SitePorts, SiteScan } from "./site-ports.ts";

/** A file that most mail servers take. */
const LARGEST_BYTES = 2_900_000;

/** One HTML file with a whole scan in it, that needs no server and no other file. The same bytes for the same scan. */
export async function renderReport(
  scan: SiteScan,
  page: ReadonlyMap<string, Buffer>,
  world: Pick<SitePorts, "corpus" | "toolVersion" | "calibration">,
): Promise<string> {
  const { facts } = scan;
  const brief = briefScan(facts);
  const ports: SitePorts = {
    ...world,
    source: "report",
    leaderboard: null,
    isJointBoard: false,
    leftOut: null,
    listScans: async () => ({ items: [brief], unreadable: [] }),
    openScan: async (key) => (key === facts.scan ? scan : null),
    listRuns: async () => ({ items: [], unreadable: [] }),
    readRun: async () => null,
  };
  const draft = createSite(ports);
  const reference = await packReference(draft);
  const roomBytes = LARGEST_BYTES - Buffer.byteLength(standalonePage(page, reference));
  const { bundle, kept } = await packConversations(draft, facts, roomBytes);
  const of = facts.scorecards.length;
  if (kept === of) return standalonePage(page, [...reference, bundle]);
  const leftOut = {
    conversations: of - kept,
    of,
    why: "To keep this file small enough for mail, it holds the conversations with the gravest findings. Open the results folder with `invisiblebench view` for the others.",
  };
  return standalonePage(page, [...(await packReference(createSite({ ...ports, leftOut }))), bundle]);
}
