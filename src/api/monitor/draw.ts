import type { Corpus } from "../../corpus/corpus.ts";
import { ImportPlanner } from "../../exchange/plan-import.ts";
import type { Clock } from "../../kernel/clock.ts";
import { hashOf, sha256 } from "../../kernel/hash.ts";
import { forgottenName } from "../../monitor/count-chunk.ts";
import { contentOf, cutChunks } from "../../monitor/cut-chunks.ts";
import { createDraw } from "../../monitor/draw-sample.ts";
import { monitorErrors } from "../../monitor/errors.ts";
import { hashOfDays, isDayWithin } from "../../monitor/periods.ts";
import { RunId } from "../../schema/ids.ts";
import type { MonitorSummary } from "../../schema/monitor/monitor.ts";
import { MONITOR_SAMPLE_VERSION, type MonitorSample } from "../../schema/monitor/monitor-sample.ts";
import { pathExists } from "../../store/file-system.ts";
import { runDirectory, sampleRunName } from "../../store/layout.ts";
import { type MonitorFolder, removeUnfinishedRun } from "../../store/monitor-folder.ts";
import { openRun } from "../../store/run-store.ts";
import { importManifest } from "../exchange/import.ts";
import { type CountSettings, loggedConversations, type ReadConversation } from "./logged-conversations.ts";

export interface SampleRequest {
  /** Conversations in all. */
  readonly size: number;
  /** Another seed draws other conversations. @default "1" */
  readonly seed?: string;
  /** The first day to draw from. @default all, those without a time included */
  readonly since?: string;
  /** The last day to draw from. */
  readonly until?: string;
  /** Topics of the conversations: tags of the corpus, which decide the checks that look at them. */
  readonly tags?: readonly string[];
}

interface DrawInput {
  readonly folder: MonitorFolder;
  readonly summary: MonitorSummary;
  readonly files: readonly string[];
  readonly settings: CountSettings;
  readonly request: SampleRequest;
}

/** Reads the log again and stores the drawn conversations as a run. The same request for the same log draws the same ones. */
export async function drawSample(
  input: DrawInput,
  { corpus, clock }: { readonly corpus: Corpus; readonly clock: Clock },
  signal: AbortSignal,
): Promise<MonitorSample & { readonly directory: string }> {
  const { folder, summary, settings, request } = input;
  const { size, seed = "1", since = null, until = null, tags = [] } = request;
  const { chunks, scoring } = summary;
  const runId = RunId.parse(sampleRunName(hashOf({ chunks, scoring, size, seed, since, until, tags })));
  const run = runDirectory(folder.paths.runs, runId);
  const before = await folder.readSample(runId);
  const drawn_from = hashOfDays(await folder.readCounts(), { since, until });
  if (before !== null && (await pathExists(run.runManifest))) {
    // A sample's name comes from its chunks, so an older sample without `drawn_from` was drawn from these.
    const sample = { drawn_from, ...before };
    if (before.drawn_from === undefined) await folder.writeSample(sample);
    return { ...sample, directory: run.path };
  }
  await removeUnfinishedRun(folder.paths, runId);

  const { strata: drawn, sources } = await drawFromLog(input, { size, seed, since, until }, signal);
  const members = drawn.flatMap(({ stratum, items }) => items.map((item) => ({ stratum, item })));
  if (members.length === 0)
    throw monitorErrors.IB_EMPTY_PERIOD("What the sample is to be drawn from", [
      summary.days.first,
      summary.days.last,
    ]);
  const begun = clock.now();
  const planner = new ImportPlanner({ format: settings.from, tags, model: null }, corpus);
  const transcripts = withoutTwins(members.map(({ item }) => item)).map((one) => planner.add(one));
  const plan = planner.finish({ files: sources });
  const store = await openRun({ results: folder.paths.runs, runId, mode: "create" });
  try {
    for (const transcript of transcripts) {
      signal.throwIfAborted();
      await store.writeTranscript(transcript);
    }
    const sample: MonitorSample = {
      schema_version: MONITOR_SAMPLE_VERSION,
      private: true,
      run_id: runId,
      scoring,
      seed,
      size,
      since,
      until,
      drawn_from,
      strata: drawn.map((one) => ({ stratum: one.stratum, size: one.size, sampled: one.items.length })),
      members: plan.conversations.map(({ transcript_id }, index) => ({
        transcript_id,
        stratum: members[index]?.stratum ?? "neither",
      })),
    };
    await folder.writeSample(sample);
    await store.writeRunPlan(plan);
    const finished = clock.now();
    await store.writeManifest(importManifest(runId, plan, transcripts.length, { begun, finished }));
    return { ...sample, directory: run.path };
  } finally {
    await store.close();
  }
}

interface SourceFile {
  readonly name: string;
  readonly hash: string;
}

async function drawFromLog(
  { folder, summary, files, settings }: DrawInput,
  wanted: Required<Pick<SampleRequest, "size" | "seed">> & {
    readonly since: string | null;
    readonly until: string | null;
  },
  signal: AbortSignal,
) {
  const draw = createDraw<ReadConversation>(wanted.size, wanted.seed);
  const forgotten = new Set<string>((await folder.readForgotten()).ids);
  const sources: SourceFile[] = [];
  for (const file of files) {
    const onFile = (read: SourceFile) => void sources.push(read);
    const read = loggedConversations(file, settings, { onFile }, signal);
    for await (const { name, items } of cutChunks(read, settings.chunkSize, (conversation) => conversation)) {
      const { strata } = await folder.readChunk(name, summary.scoring);
      for (const [index, conversation] of items.entries()) {
        if (!isDayWithin(conversation.at?.slice(0, 10) ?? null, wanted)) continue;
        if (forgotten.has(forgottenName(conversation.id))) continue;
        draw.add(Number(strata[index]), contentOf(conversation), conversation);
      }
    }
  }
  return { strata: draw.finish(), sources };
}

/** Numbers duplicate names. Only the plan stores a conversation's log name, where `forget` finds it. */
function withoutTwins(drawn: readonly ReadConversation[]) {
  const times = new Map<string, number>();
  return drawn.map((conversation) => {
    const { foreign } = conversation;
    const name = JSON.stringify([foreign.model, foreign.id]);
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return {
      ...foreign,
      id: time === 1 ? foreign.id : `${foreign.id}#${time}`,
      subject: sha256(`${contentOf(conversation)}${time}`).slice(0, 16),
      scenarioId: null,
      tags: [],
    };
  });
}
