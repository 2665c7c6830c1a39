/** Measures counting a log: time, memory and hits, with one and two workers, extrapolated to ten million conversations. */
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { Corpus } from "../src/corpus/corpus.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { createRandom, type Random } from "../src/kernel/random.ts";
import type { Role } from "../src/schema/ids.ts";
import { conversations } from "./made-run.ts";
import { commandInChild } from "./peaks.ts";
import { type BenchReplies, readReplies } from "./replies.ts";

/** 200,000 need 3 GB of disk and, with one worker, most of an hour. */
const CONVERSATIONS = Number(process.env["INVISIBLEBENCH_BENCH_CONVERSATIONS"] ?? 200_000);
const TEN_MILLION = 10_000_000;
const DAYS = 60;

export async function bench(): Promise<readonly string[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const replies = await readReplies();
  const folder = await mkdtemp(join(tmpdir(), "invisiblebench-monitor-"));
  const lines: string[] = [`${CONVERSATIONS} conversations: ${replies.from}`];
  try {
    const [small, large] = [Math.ceil(CONVERSATIONS / 4), CONVERSATIONS];
    for (const workers of [1, 2]) {
      const measured: Counted[] = [];
      for (const count of [small, large]) {
        const log = join(folder, "log.jsonl");
        await writeLog(log, count, { corpus, replies });
        measured.push(await countInChild(log, join(folder, "watch"), { count, workers }));
        await rm(log);
      }
      lines.push(...measured.map(describe), ...lineToTenMillion(measured));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return lines;
}

/** Writes messages of scenarios with replies of real length; some contain listed words. */
async function writeLog(
  path: string,
  count: number,
  { corpus, replies }: { readonly corpus: Corpus; readonly replies: BenchReplies },
): Promise<void> {
  const random = createRandom("bench/monitor");
  const lists = (role: Role) =>
    [...corpus.lexicons.values()]
      .filter((one) => one.role === role)
      .flatMap(({ examples }) => examples.match);
  const words = { user: lists("user"), assistant: lists("assistant") };
  const made = conversations({ corpus, replies }, count);
  const log = function* () {
    let index = 0;
    for (const { messages } of made) {
      const said = messages
        .map(({ role, content: text }) => ({ role, content: turned(text, random) }))
        .map(({ role, content }) => ({
          role,
          content:
            random.below(40) === 0 ? `${content} ${words[role][random.below(words[role].length)]}` : content,
        }));
      const at = new Date(Date.UTC(2026, 8, 1 + Math.floor((index * DAYS) / count), 12)).toISOString();
      yield `${JSON.stringify({ id: `c${index}`, model: "acme/companion", at, messages: said })}\n`;
      index += 1;
    }
  };
  await pipeline(Readable.from(log()), createWriteStream(path));
}

/** Rotates the words to start at another one, so that texts differ and lookup caches do not help. */
function turned(text: string, random: Random): string {
  const words = text.split(" ");
  const first = random.below(words.length);
  return [...words.slice(first), ...words.slice(0, first)].join(" ");
}

interface Counted {
  readonly count: number;
  readonly workers: number;
  readonly seconds: number;
  readonly coreSeconds: number;
  readonly mb: number;
  readonly hits: number;
  readonly logMb: number;
}

async function countInChild(
  log: string,
  out: string,
  { count, workers }: { readonly count: number; readonly workers: number },
): Promise<Counted> {
  const started = performance.now();
  const used = await commandInChild(dirname(out), [
    ...["monitor", log, "--from", "chat-jsonl", "--out", out],
    ...["--workers", String(workers), "--quiet"],
  ]);
  const seconds = (performance.now() - started) / 1000;
  // The command wrote it.
  const { checks } = JSON.parse(await readFile(join(out, "monitor.json"), "utf8")) as {
    readonly checks: readonly { readonly messages: number }[];
  };
  const logMb = (await stat(log)).size / 1e6;
  await rm(out, { recursive: true });
  return {
    count,
    workers,
    seconds,
    coreSeconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    mb: used.maxRSS / 1024,
    hits: checks.reduce((sum, { messages }) => sum + messages, 0),
    logMb,
  };
}

function describe({ count, workers, seconds, coreSeconds, mb, hits, logMb }: Counted): string {
  return `${workers} worker${workers === 1 ? " " : "s"}: ${count} conversations (${logMb.toFixed(0)} MB), ${hits} hits: ${seconds.toFixed(0)} s, ${coreSeconds.toFixed(0)} s of a core (${(count / coreSeconds).toFixed(0)} a second of a core), ${mb.toFixed(0)} MB at most; load ${loadavg()[0]?.toFixed(1)}`;
}

function lineToTenMillion([small, large]: readonly Counted[]): readonly string[] {
  if (small === undefined || large === undefined || small.count === large.count) return [];
  const slope = (key: "coreSeconds" | "seconds") => (large[key] - small[key]) / (large.count - small.count);
  const at = (key: "coreSeconds" | "seconds") => large[key] + slope(key) * (TEN_MILLION - large.count);
  return [
    `  each further conversation: ${(slope("coreSeconds") * 1000).toFixed(2)} ms of a core`,
    `  the line to ${TEN_MILLION}: ${(at("seconds") / 3600).toFixed(1)} h, ${(at("coreSeconds") / 3600).toFixed(1)} h of a core`,
    // Peak memory includes garbage that was not collected, so it is not extrapolated.
    `  memory at most: ${small.mb.toFixed(0)} and ${large.mb.toFixed(0)} MB; NODE_OPTIONS=--max-old-space-size=180 shows what is held`,
  ];
}

if (import.meta.main) for (const line of await bench()) console.log(line);
