/**
 * Measures how fast a smoke scan reads conversations, in memory and from disk to disk, compared with `JSON.parse` of
 * the same bytes.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { createInProcessExecutor } from "../src/executor/in-process.ts";
import { planScan } from "../src/plan-scan/plan-scan.ts";
import { createTranscriptPlanner, seeEach } from "../src/plan-scan/see-transcript.ts";
import type { Transcript } from "../src/schema/run/transcript.ts";
import { readTranscriptFile, writeTranscriptFile } from "../src/store/files/transcript-file.ts";
import { jointScanId } from "../src/store/scan-source.ts";
import { openScansFolder } from "../src/store/scan-store.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";
import { judgeTranscripts } from "../src/transcript-work.ts";
import { conversations, type World } from "./made-run.ts";
import { peaksOfScans } from "./peaks.ts";
import { readReplies } from "./replies.ts";

const CONVERSATIONS = Number(process.env["INVISIBLEBENCH_BENCH_CONVERSATIONS"] ?? 10_000);
const IN_MEMORY_GOAL = 1500;
const END_TO_END_GOAL = 800;
const CONCURRENCY = 8;
const SMOKE = { profile: "smoke", judge: null } as const;

export async function bench(): Promise<readonly string[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  const replies = await readReplies();
  const world = { corpus, matcher, replies };
  const peaks = await peaksOfScans(world);
  const disk = await endToEnd(world);
  const memory = await inMemory(world);
  const parseMs = parsing(world);
  const perSecond = (ms: number) => Math.round((CONVERSATIONS * 1000) / ms);
  const line = (what: string, rate: number, goal: number) =>
    `${what.padEnd(13)} ${rate} conversations per second of a core (aim ${goal}: ${rate >= goal ? "met" : "MISSED"})`;
  return [
    `${CONVERSATIONS} conversations: ${replies.from}`,
    line("in memory:", perSecond(memory), IN_MEMORY_GOAL),
    line("end to end:", perSecond(disk), END_TO_END_GOAL),
    `JSON.parse:   ${perSecond(parseMs)} conversations/s of the same bytes; in memory takes ${(memory / parseMs).toFixed(0)} times as long, end to end ${(disk / parseMs).toFixed(0)} times`,
    ...peaks,
  ];
}

async function inMemory(world: World): Promise<number> {
  const { corpus, matcher } = world;
  const started = cpuMs();
  // Plans and judges in one pass, as often as needed, and keeps only the scores.
  const each = async function* () {
    yield* conversations(world, CONVERSATIONS);
  };
  const byId = new Map<string, Transcript>();
  const remembered = async function* () {
    for await (const transcript of each()) {
      byId.set(transcript.header.transcript_id, transcript);
      yield transcript;
    }
  };
  const plan = await planScan({
    request: SMOKE,
    corpus,
    seen: seeEach(remembered(), createTranscriptPlanner(SMOKE, corpus, matcher)),
    fingerprint: null,
    engine: "bench",
  });
  const { judged, finish } = judgeTranscripts(
    {
      plan,
      corpus,
      matcher,
      judge: null,
      executor: createInProcessExecutor({ concurrency: CONCURRENCY }),
      readTranscript: async (id) => byId.get(id) ?? Promise.reject(new Error(`there is no ${id}`)),
    },
    () => undefined,
    new AbortController().signal,
  );
  let scored = 0;
  for await (const _ of judged) scored += 1;
  finish();
  if (scored !== CONVERSATIONS) throw new Error(`only ${scored} scorecards were made`);
  return cpuMs() - started;
}

/** From transcript files to verdicts, scorecards, rates and summary on disk, without the report. */
async function endToEnd(world: World): Promise<number> {
  const { corpus, matcher } = world;
  const directory = await mkdtemp(join(tmpdir(), "invisiblebench-scan-"));
  const pathOf = (id: string) => join(directory, "transcripts", `${id}.jsonl`);
  const ids: Transcript["header"]["transcript_id"][] = [];
  for (const transcript of conversations(world, CONVERSATIONS)) {
    ids.push(transcript.header.transcript_id);
    await writeTranscriptFile(pathOf(transcript.header.transcript_id), transcript);
  }
  const folder = await openScansFolder(join(directory, "scans"), "write");
  const { signal } = new AbortController();
  try {
    const started = cpuMs();
    const transcripts = (async function* () {
      for (const id of ids) yield await readTranscriptFile(pathOf(id));
    })();
    const plan = await planScan({
      request: SMOKE,
      corpus,
      seen: seeEach(transcripts, createTranscriptPlanner(SMOKE, corpus, matcher)),
      fingerprint: null,
      engine: "bench",
    });
    const scan = folder.scan(jointScanId(plan));
    await scan.writePlan(plan);
    const executor = createInProcessExecutor({ concurrency: CONCURRENCY });
    const readTranscript = (id: string) => readTranscriptFile(pathOf(id));
    const { judged, finish } = judgeTranscripts(
      { plan, corpus, matcher, judge: null, executor, readTranscript },
      () => undefined,
      signal,
    );
    await scan.writeJudged(judged);
    await scan.writeSums(finish());
    return cpuMs() - started;
  } finally {
    await folder.close();
    await rm(directory, { recursive: true });
  }
}

/** CPU time, which excludes other work of the machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function parsing(world: World): number {
  const lines = [...conversations(world, CONVERSATIONS)].map((transcript) => JSON.stringify(transcript));
  const started = cpuMs();
  for (const line of lines) JSON.parse(line);
  return cpuMs() - started;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
