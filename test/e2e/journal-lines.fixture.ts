import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { JournalEntry } from "../../src/schema/run/journal.ts";

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
