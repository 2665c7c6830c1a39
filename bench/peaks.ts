/** Measures peak memory of a smoke scan, report and seal included, for growing numbers of conversations. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type World, writeMadeRun } from "./made-run.ts";

/** 100,000 with short replies need a quarter of an hour and 4 GB of disk: `INVISIBLEBENCH_BENCH_PEAKS=10000,20000,100000`. */
const COUNTS = (process.env["INVISIBLEBENCH_BENCH_PEAKS"] ?? "1000,4000").split(",").map(Number);
const GOAL_MB = 350;
const MAIN = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/** Measures a separate process, to exclude the bench itself. */
const TELL = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, JSON.stringify(process.resourceUsage())));
`)}`;

export async function peaksOfScans(world: World): Promise<readonly string[]> {
  const results = await mkdtemp(join(tmpdir(), "invisiblebench-peaks-"));
  const peaks: { readonly count: number; readonly mb: number }[] = [];
  const lines: string[] = [];
  try {
    for (const atLeast of COUNTS) {
      const name = `made-${atLeast}`;
      const count = await writeMadeRun({ results, name, atLeast }, world);
      const used = await scanInChild(results, name);
      const mb = used.maxRSS / 1024;
      peaks.push({ count, mb });
      lines.push(
        `the command:  ${Math.round(mb)} MB at most with ${count} conversations (aim ${GOAL_MB}: ${mb < GOAL_MB ? "met" : "MISSED"}), ${((used.userCPUTime + used.systemCPUTime) / 1e6).toFixed(0)} s of a core; load ${loadavg()[0]?.toFixed(1)}`,
      );
      await rm(join(results, name), { recursive: true });
    }
  } finally {
    await rm(results, { recursive: true });
  }
  const [first, last] = [peaks[0], peaks.at(-1)];
  if (first === undefined || last === undefined || first === last) return lines;
  const each = ((last.mb - first.mb) * 1024) / (last.count - first.count);
  return [...lines, `memory grows: ${each.toFixed(1)} kB for each further conversation`];
}

function scanInChild(results: string, run: string): Promise<NodeJS.ResourceUsage> {
  return commandInChild(results, ["scan", run, "--out", results, "--profile", "smoke", "--quiet"]);
}

/** Resource usage of a command in a separate process. */
export async function commandInChild(folder: string, args: readonly string[]): Promise<NodeJS.ResourceUsage> {
  const peakFile = join(folder, "command.peak");
  const child = spawn(process.execPath, ["--import", TELL, MAIN, ...args], {
    env: { ...process.env, PEAK_FILE: peakFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  // The child process wrote it.
  return JSON.parse(await readFile(peakFile, "utf8")) as NodeJS.ResourceUsage;
}
