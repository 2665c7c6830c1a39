import { join } from "node:path";
import type { StoredScan } from "../../read-site-scan.ts";
import { statIfThere } from "../../store/stat-if-there.ts";

const SCAN_FILES = [
  "scan_plan.json",
  "cost_report.json",
  "verdicts.jsonl",
  "scorecards.jsonl",
  "blindspot_rates.json",
  "summary.json",
] as const;
const RUN_FILES = ["run_plan.json", "run_manifest.json"] as const;

/**
 * Another one whenever a file was written that is kept in memory of a scan, as by a new scan or by `runs redact`.
 * Transcripts are read whenever they are shown, and need not be watched.
 */
export async function scanVersion({ scan, home }: Pick<StoredScan, "scan" | "home">): Promise<string> {
  const paths = [
    ...SCAN_FILES.map((name) => join(scan.directory, name)),
    ...home.runs.flatMap(({ directory }) => RUN_FILES.map((name) => join(directory, name))),
  ];
  const stamps = await Promise.all(
    paths.map(async (path) => {
      const file = await statIfThere(path);
      return file === undefined ? "none" : `${file.mtimeMs}:${file.size}`;
    }),
  );
  return stamps.join(" ");
}
