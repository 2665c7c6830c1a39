import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { JournalEntry } from "../../src/schema/run/journal.ts";
import { CostReport, RunManifest } from "../../src/schema/run/manifest.ts";

/** The whole lines of a journal; none where there is none. What follows the last line feed was torn by a kill. */
export async function readJournal(path: string): Promise<readonly JournalEntry[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JournalEntry.parse(JSON.parse(line)));
}

/** The journal of a run and those of its scans. */
export async function journalPaths(runDirectory: string): Promise<readonly string[]> {
  const scans = join(runDirectory, "scans");
  const names = await readdir(scans).catch(() => []);
  return [runDirectory, ...names.map((name) => join(scans, name))].map((folder) =>
    join(folder, "journal.jsonl"),
  );
}

export function countEvents(
  lines: readonly JournalEntry[],
  ...events: readonly JournalEntry["event"][]
): number {
  return lines.filter((line) => events.includes(line.event)).length;
}

/** Call counts of a run that was interrupted and completed, journal by journal. */
export async function describeJournals(runDirectory: string) {
  return Promise.all(
    (await journalPaths(runDirectory)).map(async (path) => {
      const lines = await readJournal(path);
      const settled = countEvents(lines, "replied", "failed");
      return {
        askedTwice: unitsAskedAfterTheirOutcome(lines),
        lost: countEvents(lines, "sent") - settled,
        reported: await reported(path),
        settled,
      };
    }),
  );
}

function unitsAskedAfterTheirOutcome(lines: readonly JournalEntry[]): string[] {
  const settled = new Set<string>();
  return lines.flatMap((line) => {
    if (line.event === "replied" || line.event === "failed") settled.add(line.unit);
    return line.event === "sent" && settled.has(line.unit) ? [line.unit] : [];
  });
}

/** The totals in the manifest or the cost report beside a journal. */
async function reported(journalPath: string) {
  const folder = dirname(journalPath);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  return (await readdir(folder)).includes("run_manifest.json")
    ? RunManifest.parse(await read("run_manifest.json")).target
    : CostReport.parse(await read("cost_report.json")).actual;
}

/** Nothing that has an outcome was asked again, and what was lost is counted. */
export function expectNothingAskedTwice(journals: Awaited<ReturnType<typeof describeJournals>>): void {
  expect(journals).toHaveLength(2);
  for (const { askedTwice, lost, reported: said, settled } of journals) {
    expect(askedTwice).toEqual([]);
    expect(said).toMatchObject({ lost_in_flight: lost, calls: settled, failed: 0 });
  }
}
