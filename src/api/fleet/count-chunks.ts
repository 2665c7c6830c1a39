/** A worker's part in counting a log: it reads chunks in place, and writes into the shared folder. */
import { currentParts } from "../../corpus/corpus.ts";
import { differingParts } from "../../domain/fingerprints.ts";
import type { Database } from "../../fleet/database.ts";
import type { QueuedPlan, QueuedWork } from "../../fleet/queued-work.ts";
import { registerWorker } from "../../fleet/worker-presence.ts";
import { chunkHandler, wordScoring } from "../../monitor/chunk-work.ts";
import { Sha256 } from "../../schema/ids.ts";
import { pathExists } from "../../store/file-system.ts";
import { monitorDirectory } from "../../store/layout.ts";
import { hasChunk, readForgottenIn } from "../../store/monitor-folder.ts";
import { readQueueNotes } from "../../store/remove-run.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { ChunkPlace, readChunkAt } from "../monitor/chunk-place.ts";
import { partsOfWords } from "./hand-out-chunks.ts";
import type { Part } from "./part.ts";

type CountingPlan = Extract<QueuedPlan, { kind: "monitor" }>;

/** Counts chunks one at a time, because counting asks no model and fills a core. For several cores, start several workers. */
export async function takePartInCounting(
  context: BenchContext,
  { database, queued, id }: { readonly database: Database; readonly queued: QueuedWork; readonly id: string },
  { directory, files, from, by }: CountingPlan,
): Promise<Part> {
  const { run, kind, stay } = queued;
  const corpus = await context.corpus();
  const parts = partsOfWords(currentParts(corpus));
  const differing = differingParts(queued.fingerprints, parts);
  if (differing.length > 0) throw apiErrors.IB_WORKER_DIFFERS(`${kind} ${run}`, differing);
  // The coordinator left its note in this folder; another folder at that path would not have it.
  const isShared =
    (await pathExists(directory)) && (await readQueueNotes(directory)).some(({ work }) => work === run);
  if (!isShared) throw apiErrors.IB_NOT_SHARED(run, directory);
  for (const file of files) if (!(await pathExists(file))) throw apiErrors.IB_NOT_SHARED(run, file);

  const paths = monitorDirectory(directory);
  const scoring = wordScoring(parts);
  const matcher = await context.matcher();
  const presence = await registerWorker({ database, clock: context.clock, id });
  return {
    kind,
    stay,
    has: [],
    missing: [],
    atMost: 1,
    refuse: async () => {},
    lost: presence.lost,
    perform: async ({ task, payload }, signal) => {
      const name = Sha256.parse(task);
      // Another worker counted it, and its report was lost.
      if (await hasChunk(paths, name, scoring)) return;
      const place = ChunkPlace.parse(payload);
      const chunk = await readChunkAt({ name, file: files[place.file] ?? "", place }, { from, by }, signal);
      const { ids: forgotten } = await readForgottenIn(paths);
      await chunkHandler({ directory, scoring, forgotten }, corpus, matcher)(chunk, signal);
    },
    leave: () => presence.leave(),
  };
}
