import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Times, retries, usage and run ids live in these, and only there. */
const MAY_DIFFER: ReadonlySet<string> = new Set([
  "journal.jsonl",
  "run_manifest.json",
  "cost_report.json",
  "seal.json",
]);

/** A report says once, in its head, when its scan was made, and `summary.md` the day of its conversations. */
function withoutDate(content: Buffer): string | Buffer {
  const date =
    /<meta name="date" content="[^"]*" \/>|(?<= Conversations: (?:.+ of )?)\d{4}-\d\d-\d\d(?=\.\n)/;
  const head = content.subarray(0, 2000).toString("utf8");
  return date.test(head) ? content.toString("utf8").replace(date, "") : content;
}

/** Path to SHA-256 of every file below a run's directory that the same inputs must reproduce byte for byte. */
export async function artefactHashes(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const hashes: [string, string][] = [];
  for (const entry of entries) {
    if (!entry.isFile() || MAY_DIFFER.has(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    hashes.push([
      relative(directory, path),
      createHash("sha256")
        .update(withoutDate(await readFile(path)))
        .digest("hex"),
    ]);
  }
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
