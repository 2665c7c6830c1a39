import type { Corpus } from "../../corpus/corpus.ts";
import { checkWords } from "../../monitor/look-for-words.ts";
import { type CountedBy, createMerge, summariseCounts } from "../../monitor/merge-chunks.ts";
import { COUNT_TABLE, DAY_TABLE, HIT_TABLE, renderTableCsv, writeParquet } from "../../monitor/tables.ts";
import { Sha256 } from "../../schema/ids.ts";
import {
  MONITOR_VERSION,
  MonitorCounts,
  type MonitorHit,
  MonitorSummary,
} from "../../schema/monitor/monitor.ts";
import { writeJsonArtefact, writeJsonLines } from "../../store/artefact-files.ts";
import { writeAtomically, writeByName } from "../../store/atomic-write.ts";
import type { MonitorFolder } from "../../store/monitor-folder.ts";
import type { CountSettings } from "./logged-conversations.ts";
import type { LogRead } from "./open-log.ts";
import { summariseRead } from "./read-warnings.ts";

/** Merges everything that follows from chunks, in the order of their names: the same bytes for any worker and any time. */
export async function mergeFolder(
  folder: MonitorFolder,
  {
    corpus,
    settings,
    scoring,
    reads,
    keys,
  }: {
    readonly corpus: Pick<Corpus, "checks" | "lexicons" | "version" | "hash">;
    readonly settings: CountSettings;
    readonly scoring: Sha256;
    readonly reads: readonly LogRead[];
    /** Keys to group by, as far as the log was read. */
    readonly keys: readonly string[];
  },
  signal: AbortSignal,
): Promise<MonitorSummary> {
  // Counts a chunk as often as it is in the log: results do not depend on how the log was cut.
  const chunks = reads.flatMap(({ read }) => read.chunks).sort();
  const merged = await mergeTables(folder, { chunks, scoring }, signal, { by: settings.by, keys });
  const words = checkWords(corpus.checks.values(), corpus.lexicons);
  const { totals, ...found } = summariseCounts(merged, corpus.checks.keys(), words);
  const bad = reads.flatMap(({ read }) => read.bad);
  await writeJsonLines(folder.paths.bad, bad);
  const summary = MonitorSummary.parse({
    schema_version: MONITOR_VERSION,
    private: true,
    tool: "word lists",
    corpus: { version: corpus.version, hash: Sha256.parse(corpus.hash) },
    scoring,
    by: settings.by,
    format: settings.from,
    chunk_size: settings.chunkSize,
    files: reads.map(summariseRead),
    chunks,
    totals: { ...totals, bad: bad.length },
    ...found,
  });
  await writeJsonArtefact(folder.paths.summary, summary);
  return summary;
}

/**
 * Writes counts and hits as tables.
 * @param asked absent if they were tables before
 */
export async function mergeTables(
  folder: MonitorFolder,
  { chunks, scoring }: Pick<MonitorSummary, "chunks" | "scoring">,
  signal: AbortSignal,
  asked?: CountedBy,
) {
  const { paths } = folder;
  const sums = createMerge(asked);
  for (const chunk of chunks) {
    signal.throwIfAborted();
    sums.add(await folder.readChunk(chunk, scoring));
  }
  const merged = sums.finish();
  const counts = MonitorCounts.parse({ schema_version: MONITOR_VERSION, scoring, ...merged });
  const hits = async function* (): AsyncGenerator<MonitorHit> {
    for (const chunk of chunks) {
      signal.throwIfAborted();
      yield* folder.readHits(chunk, scoring);
    }
  };
  await writeByName(paths.hits, async (path) => {
    await writeParquet(path, HIT_TABLE, hits());
    // Written before any table, since it identifies the tables of an interrupted count. Written after the hits,
    // which take long: otherwise counts would not match the last summary meanwhile.
    await writeJsonArtefact(paths.counts, counts);
  });
  await writeAtomically(paths.countsCsv, renderTableCsv(COUNT_TABLE, counts.counts));
  await writeAtomically(paths.daysCsv, renderTableCsv(DAY_TABLE, counts.days));
  await writeByName(paths.countsParquet, (path) => writeParquet(path, COUNT_TABLE, counts.counts));
  await writeByName(paths.daysParquet, (path) => writeParquet(path, DAY_TABLE, counts.days));
  return merged;
}
