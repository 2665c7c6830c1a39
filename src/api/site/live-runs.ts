import { dirname, join } from "node:path";
import { modelSlug } from "../../domain/transcript-names.ts";
import { sha256 } from "../../kernel/hash.ts";
import { JournalCounter } from "../../measure/journal-totals.ts";
import type { ModelId, RunId, TranscriptId } from "../../schema/ids.ts";
import type { RunPage, RunState } from "../../site/build-run-page.ts";
import { buildRunPage, type ScanProgress } from "../../site/build-run-page.ts";
import type { Listed, RunBrief, UnjudgedConversations } from "../../site/site-ports.ts";
import { pathExists, stampOf } from "../../store/file-system.ts";
import { type ListedRun, listRuns, listScans } from "../../store/find.ts";
import { JournalTail, journalBegunAt } from "../../store/journal.ts";
import { type RunDirectory, runDirectory } from "../../store/layout.ts";
import { isRunHeld, openRun, type RunStore } from "../../store/run-store.ts";
import { checkTranscript, readSeal } from "../../store/seal.ts";
import { readEach } from "./stored-scans.ts";

/** A journal that is read as it grows. */
interface FollowedJournal {
  readonly tail: JournalTail;
  counter: JournalCounter;
  /** Two readers at once would count lines twice. */
  reading: Promise<void>;
}

/** The runs of a results folder, finished or under way. */
export class LiveRuns {
  readonly #results: string;
  readonly #journals = new Map<string, FollowedJournal>();
  readonly #known = new Map<string, { readonly stamp: string; readonly value: Promise<unknown> }>();

  constructor(results: string) {
    this.#results = results;
  }

  /** Lists runs at work first, then newest first. */
  async list(): Promise<Listed<RunBrief>> {
    const { items, unreadable } = await readEach(
      await listRuns(this.#results),
      ({ run_id }) => run_id,
      (listed) => this.#brief(listed),
    );
    return { items: items.toSorted(compareRuns), unreadable };
  }

  /** The readable conversations of a run, judged or not. */
  readonly conversations: UnjudgedConversations = {
    list: async (runId) => {
      const paths = runDirectory(this.#results, runId);
      if (!(await pathExists(paths.runPlan))) return null;
      const run = await openRun({ results: this.#results, runId, mode: "read" });
      const { models } = await this.#unchanged([paths.runPlan], () => run.readRunPlan());
      return this.#keptTranscripts(run, paths, models);
    },
    read: async (runId, id) => {
      const paths = runDirectory(this.#results, runId);
      // Throws for a transcript that was edited after it was judged.
      for (const scanId of await listScans(paths)) {
        const place = { scan: paths.scan(scanId), runs: [paths] };
        const seal = await readSeal(place.scan);
        if (seal !== null) await checkTranscript(place, seal, id);
      }
      return (await openRun({ results: this.#results, runId, mode: "read" })).readTranscript(id);
    },
  };

  /** Returns `null` if there is no such run. */
  async read(runId: RunId): Promise<RunPage | null> {
    const paths = runDirectory(this.#results, runId);
    if (!(await pathExists(paths.runPlan))) return null;
    const run = await openRun({ results: this.#results, runId, mode: "read" });
    const plan = await this.#unchanged([paths.runPlan], () => run.readRunPlan());
    // Reads the state first: a process that releases the lock meanwhile has written everything that is read later.
    const state = await readRunState(paths);
    const hasManifest = await pathExists(paths.runManifest);
    const scans: ScanProgress[] = [];
    for (const scanId of await listScans(paths)) {
      const { scanPlan, journal, summaryJson } = paths.scan(scanId);
      scans.push({
        scanId,
        plan: await this.#unchanged([scanPlan], () => run.scan(scanId).readPlan()),
        journal: (await this.#follow(journal)).totals,
        isFinished: await pathExists(summaryJson),
      });
    }
    return buildRunPage({
      runId,
      plan,
      state,
      journal: (await this.#follow(paths.journal)).totals,
      transcripts: await this.#keptTranscripts(run, paths, plan.models),
      incomplete: hasManifest ? (await run.readManifest()).conversations.incomplete : null,
      scans,
    });
  }

  async #brief({ run_id, scans }: ListedRun): Promise<RunBrief> {
    const run = await openRun({ results: this.#results, runId: run_id, mode: "read" });
    const paths = runDirectory(this.#results, run_id);
    const { models, totals, corpus, label } = await this.#unchanged([paths.runPlan], () => run.readRunPlan());
    return {
      run_id,
      state: await readRunState(paths),
      simulated: models.some(({ simulated }) => simulated),
      private: corpus.private ?? false,
      models: models.map(({ model_id }) => model_id),
      conversations: totals.conversations,
      scans: [...scans],
      created_at: await this.#begunAt(run, paths),
      ...(label === undefined ? {} : { label }),
    };
  }

  /** Reads the start from the run's own record: a file's time is that of the last copy. `null` before the start. */
  async #begunAt(run: RunStore, { runManifest, journal }: RunDirectory): Promise<string | null> {
    if (await pathExists(runManifest))
      return this.#unchanged([runManifest], async () => (await run.readManifest()).started_at);
    return this.#unchanged([journal], () => journalBegunAt(journal));
  }

  async #follow(path: string): Promise<JournalCounter> {
    const known = this.#journals.get(path) ?? {
      tail: new JournalTail(path),
      counter: new JournalCounter(),
      reading: Promise.resolve(),
    };
    this.#journals.set(path, known);
    const read = async () => {
      const { isFromStart, entries } = await known.tail.readNew();
      if (isFromStart) known.counter = new JournalCounter();
      for await (const entry of entries) known.counter.record(entry);
    };
    // Reads again even after a failure: the journal may be repaired by now.
    known.reading = known.reading.then(read, read);
    await known.reading;
    return known.counter;
  }

  /** Returns the transcripts on disk by model. A folder's time changes when a file is added to it, so most calls list nothing. */
  #keptTranscripts(
    run: RunStore,
    { transcripts }: RunDirectory,
    models: readonly { readonly model_id: ModelId }[],
  ): Promise<ReadonlyMap<ModelId, readonly TranscriptId[]>> {
    const folders = models.map(({ model_id }) => join(transcripts, modelSlug(model_id, sha256)));
    return this.#unchanged([transcripts, ...folders], async () => {
      const kept = Map.groupBy(await run.listTranscripts(), (id) => dirname(id));
      return new Map(models.map(({ model_id }) => [model_id, kept.get(modelSlug(model_id, sha256)) ?? []]));
    });
  }

  /** Caches what was read of some files or folders until one of them changes. */
  async #unchanged<Value>(paths: readonly string[], read: () => Promise<Value>): Promise<Value> {
    const name = paths.join("\n");
    const stamp = await stampOf(paths);
    const known = this.#known.get(name);
    // Each path set is read by one reader only, so the cached value has its type.
    if (known?.stamp === stamp) return known.value as Promise<Value>;
    const value = read();
    this.#known.set(name, { stamp, value });
    value.catch(() => this.#known.delete(name));
    return value;
  }
}

/** Sorts running and waiting runs before finished ones. */
function compareRuns(one: RunBrief, other: RunBrief): number {
  const rank = ({ state, created_at }: RunBrief) => (state === "running" ? 0 : created_at === null ? 1 : 2);
  const isNewer = (a: RunBrief, b: RunBrief) => (a.created_at ?? a.run_id) > (b.created_at ?? b.run_id);
  return rank(one) - rank(other) || Number(isNewer(other, one)) - Number(isNewer(one, other));
}

/**
 * Reads the state of a run with its scans from which files exist, without any journal. The run counts as running
 * while a living process holds its lock, also between two stages.
 */
async function readRunState(run: RunDirectory): Promise<RunState> {
  if (await isRunHeld(run.path)) return "running";
  const isRunFinished = await pathExists(run.runManifest);
  if (!isRunFinished) return (await pathExists(run.journal)) ? "interrupted" : "planned";
  for (const scanId of await listScans(run)) {
    const { journal, summaryJson } = run.scan(scanId);
    const isCutShort = (await pathExists(journal)) && !(await pathExists(summaryJson));
    if (isCutShort) return "interrupted";
  }
  return "finished";
}
