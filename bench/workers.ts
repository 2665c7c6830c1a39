/** Measures the speedup of a smoke scan with two threads over one, in the same process and alternating. */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import type { Executor } from "../src/executor/executor.ts";
import { createInProcessExecutor } from "../src/executor/in-process.ts";
import { createThreadExecutor } from "../src/executor/threads.ts";
import { planScan } from "../src/plan-scan/plan-scan.ts";
import { Fingerprint } from "../src/schema/fingerprint.ts";
import { RunId, type TranscriptId } from "../src/schema/ids.ts";
import { openRun, type RunStore } from "../src/store/run-store.ts";
import { type ScanSource, scanSourceOf } from "../src/store/scan-source.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";
import { judgeTask, judgeTranscripts, planTranscripts, transcriptThreads } from "../src/transcript-work.ts";
import { conversations, type World } from "./made-run.ts";
import { readReplies } from "./replies.ts";

const CONVERSATIONS = Number(process.env["INVISIBLEBENCH_BENCH_CONVERSATIONS"] ?? 3000);
const ROUNDS = Number(process.env["INVISIBLEBENCH_BENCH_ROUNDS"] ?? 4);
const WORKERS = 2;
const AIM = 1.8;
const SMOKE = { profile: "smoke", judge: null } as const;

export async function bench(): Promise<readonly string[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  const world = { corpus, matcher, replies: await readReplies() };
  const results = await mkdtemp(join(tmpdir(), "invisiblebench-workers-"));
  const run = await openRun({ results, runId: RunId.parse("bench"), mode: "create" });
  const alone = createInProcessExecutor({ concurrency: 8 });
  const threads = createThreadExecutor({ threads: WORKERS, table: transcriptThreads(corpus), others: alone });
  const rounds: { readonly one: Taken; readonly two: Taken }[] = [];
  let beforeMb = 0;
  let workerMb = 0;
  try {
    const home = await writeRun(run, world);
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await scanOnce(world, home, alone);
      if (round === 0) beforeMb = process.memoryUsage.rss() / 1e6;
      const two = await scanOnce(world, home, threads);
      if (round === 0) workerMb = (process.memoryUsage.rss() / 1e6 - beforeMb) / WORKERS;
      rounds.push({ one, two });
    }
  } finally {
    await threads.close();
    await run.close();
    await rm(results, { recursive: true });
  }
  // In the first round threads load their code and compile their words, as in a command.
  const least = (of: (round: (typeof rounds)[number]) => number) => Math.min(...rounds.slice(1).map(of));
  const wall = least(({ one }) => one.wallMs) / least(({ two }) => two.wallMs);
  const [oneCpu, twoCpu] = [least(({ one }) => one.cpuMs), least(({ two }) => two.cpuMs)];
  const mainMs = least(({ two }) => two.mainMs);
  // The time of two unshared cores: half of all work, but at least the main thread's own.
  const bound = oneCpu / Math.max(twoCpu / WORKERS, mainMs);
  const [first] = rounds;
  const startMs = first === undefined ? 0 : (first.two.cpuMs - twoCpu) / WORKERS;
  const met = (value: number) => `aim ${AIM}: ${value >= AIM ? "met" : "MISSED"}`;
  return [
    `${CONVERSATIONS} conversations on disk, ${ROUNDS} rounds in turns, the best of each after the first; load ${loadavg()[0]?.toFixed(1)}`,
    `by the clock:  ${WORKERS} workers are ${wall.toFixed(2)} times as fast as one (${met(wall)})`,
    `by the work:   ${bound.toFixed(2)} times on ${WORKERS} cores of their own (${met(bound)}): all threads take ${(twoCpu / oneCpu).toFixed(2)} times the processor's time of one, the main thread ${Math.round((100 * mainMs) / twoCpu)}% of it`,
    `a worker:      ${Math.round(startMs)} ms of a core until it is warm, ${Math.round(workerMb)} MB`,
  ];
}

/** Writes transcripts of a run without a plan: the planned transcripts are passed in. */
async function writeRun(run: RunStore, world: World): Promise<ScanSource> {
  const ids: TranscriptId[] = [];
  for (const transcript of conversations(world, CONVERSATIONS)) {
    await run.writeTranscript(transcript);
    ids.push(transcript.header.transcript_id);
  }
  const fingerprint = Fingerprint.parse({ hash: world.corpus.hash, parts: {} });
  return { ...scanSourceOf(run), material: async () => ({ ids, fingerprint }) };
}

interface Taken {
  readonly wallMs: number;
  /** CPU time of all threads, the engine's included. */
  readonly cpuMs: number;
  readonly mainMs: number;
}

async function scanOnce(world: World, home: ScanSource, executor: Executor): Promise<Taken> {
  const { corpus, matcher } = world;
  const { signal } = new AbortController();
  const [wall, cpu, main] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  const material = await planTranscripts(SMOKE, home, { corpus, matcher, executor }, signal);
  const plan = await planScan({ request: SMOKE, corpus, ...material, engine: "bench" });
  const judging = { plan, corpus, matcher, executor, judge: null, ...judgeTask(home, plan) };
  const { readTranscript } = home;
  const { judged, finish } = judgeTranscripts({ ...judging, readTranscript }, () => undefined, signal);
  const scan = home.scanFor(plan);
  await scan.writeJudged(judged);
  await scan.writeSums(finish());
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  return {
    wallMs: performance.now() - wall,
    cpuMs: ms(process.cpuUsage(cpu)),
    mainMs: ms(process.threadCpuUsage(main)),
  };
}

if (import.meta.main) for (const line of await bench()) console.log(line);
