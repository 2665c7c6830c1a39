/** Measures peak memory and speed of `export` for a table of a smoke scan, for growing numbers of conversations. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";
import { writeMadeRun } from "./made-run.ts";
import { commandInChild } from "./peaks.ts";
import { readReplies } from "./replies.ts";

/** `INVISIBLEBENCH_BENCH_TABLES=1000,20000`: the scan takes most of the time, and 40 kB of disk per conversation. */
const COUNTS = (process.env["INVISIBLEBENCH_BENCH_TABLES"] ?? "1000,4000").split(",").map(Number);
const EXPORTS = [
  ["verdicts", "parquet", "--all"],
  ["verdicts", "csv"],
  ["messages", "parquet"],
] as const;

export async function bench(): Promise<readonly string[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  const world = { corpus, matcher, replies: await readReplies() };
  const folder = await mkdtemp(join(tmpdir(), "invisiblebench-tables-"));
  const lines: string[] = [];
  try {
    for (const atLeast of COUNTS) {
      const name = `made-${atLeast}`;
      const count = await writeMadeRun({ results: folder, name, atLeast }, world);
      await commandInChild(folder, ["scan", name, "--out", folder, "--profile", "smoke", "--quiet"]);
      for (const [table, format, ...more] of EXPORTS) {
        const file = join(folder, `${table}.${format}`);
        const run = join(folder, name);
        const args = ["export", run, "--table", table, "--to", format, "--out", file, ...more];
        const { maxRSS, userCPUTime, systemCPUTime } = await commandInChild(folder, args);
        const { size } = await stat(file);
        lines.push(
          `${[table, format, ...more].join(" ")}: ${count} conversations, ${Math.round(maxRSS / 1024)} MB at most, ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of a core, a file of ${(size / 1e6).toFixed(1)} MB; load ${loadavg()[0]?.toFixed(1)}`,
        );
      }
      await rm(join(folder, name), { recursive: true });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return lines;
}
