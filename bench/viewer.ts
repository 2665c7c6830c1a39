/** The viewer over 22 models, 64 scenarios, 53 checks and 3 votes each, in Chromium; and its index of 2,000 runs. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { scenarioTurns } from "../src/domain/scenarios.ts";
import { RunId } from "../src/schema/ids.ts";
import { TranscriptHeader } from "../src/schema/run/transcript.ts";
import { openRun } from "../src/store/run-store.ts";
import { shippedCorpus, writeSyntheticRun } from "../test/e2e/synthetic-run.fixture.ts";

const MODELS = 22;
const VOTES = 3;
const OPENED = 12;
const BOARD_GOAL_MS = 1500;
const CONVERSATION_GOAL_MS = 300;
const GOAL_MEGABYTES = 300;
const RUNS = 2000;
const INDEX_GOAL_MS = 1000;
const RECORDED = fileURLToPath(new URL("../data/recorded/runs/", import.meta.url));
const BIN = fileURLToPath(new URL("../bin/invisiblebench.js", import.meta.url));

export async function bench(): Promise<readonly string[]> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error("There is no Chromium: name one in CHROMIUM_PATH.");
  const folder = await mkdtemp(join(tmpdir(), "ib-viewer-"));
  const results = join(folder, "results");
  try {
    const size = await writeResults(results);
    const started = performance.now();
    const server = spawn(process.execPath, [BIN, "view", results], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(server, "exit");
    try {
      const url = await addressFrom(server.stdout);
      const startMs = performance.now() - started;
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        const boardMs = await openBoard(page, url);
        const conversationMs = await openConversations(page);
        return [
          size,
          `server ready after ${(startMs / 1000).toFixed(1)} s, with the scan read once`,
          goal("board interactive", boardMs, BOARD_GOAL_MS, "ms"),
          goal(
            `conversation opened, median of ${OPENED}`,
            median(conversationMs),
            CONVERSATION_GOAL_MS,
            "ms",
          ),
          goal(
            `conversation opened, slowest of ${OPENED}`,
            Math.max(...conversationMs),
            CONVERSATION_GOAL_MS,
            "ms",
          ),
          goal("memory of the page", await rendererMegabytes(browser), GOAL_MEGABYTES, "MB"),
          goal("memory of the server, at most", peakMegabytes(server.pid ?? 0), GOAL_MEGABYTES, "MB"),
          ...(await measureIndex(join(folder, "many"))),
        ];
      } finally {
        await browser.close();
      }
    } finally {
      server.kill("SIGINT");
      await exited;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a language model answered in the recorded runs: text as varied and as long as it is. */
async function recordedReplies(): Promise<readonly string[]> {
  const files = globSync("*/transcripts/*/*.jsonl", { cwd: RECORDED });
  return files.sort().flatMap((file) =>
    readFileSync(join(RECORDED, file), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      // Written by this project, from the schema of a message.
      .map((line) => JSON.parse(line) as { readonly role: string; readonly content: string })
      .flatMap(({ role, content }) => (role === "assistant" ? content : [])),
  );
}

/** How long the index takes of a folder with many runs: at first, when all are read, and when nothing has changed. */
async function measureIndex(results: string): Promise<readonly string[]> {
  const { scenarios } = await shippedCorpus();
  const [scenario] = scenarios.values();
  if (scenario === undefined) throw new Error("the corpus has no scenario");
  await writeSyntheticRun({
    results,
    runId: "run-0",
    models: ["maker/model"],
    scenarios: [scenario],
    failureRate: () => 0.05,
  });
  for (let number = 1; number < RUNS; number += 1)
    await cp(join(results, "run-0"), join(results, `run-${number}`), { recursive: true });
  const server = spawn(process.execPath, [BIN, "view", results], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(server, "exit");
  const started = performance.now();
  try {
    const url = await addressFrom(server.stdout);
    const firstMs = performance.now() - started;
    const times: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const asked = performance.now();
      await (await fetch(new URL("data/index.json", url))).text();
      times.push(performance.now() - asked);
    }
    return [
      `index of ${RUNS.toLocaleString("en-US")} runs, first: ${(firstMs / 1000).toFixed(1)} s, before the server is ready`,
      goal("index after the first, median of 3", median(times), INDEX_GOAL_MS, "ms"),
    ];
  } finally {
    server.kill("SIGINT");
    await exited;
  }
}

/** One scan of all models, and conversations of ordinary length. */
async function writeResults(results: string): Promise<string> {
  const corpus = await shippedCorpus();
  const scenarios = [...corpus.scenarios.values()];
  const replies = await recordedReplies();
  const models = Array.from({ length: MODELS }, (_, index) => `maker-${index + 1}/model`);
  const scan = await writeSyntheticRun({
    results,
    runId: "large",
    models,
    scenarios,
    failureRate: (_, { severity }) => (severity === "S5" ? 0.01 : 0.08),
  });
  const store = await openRun({ results, runId: RunId.parse("large"), mode: "resume" });
  const { transcripts } = await store.scan(RunId.parse(scan.slice(scan.lastIndexOf("/") + 1))).readPlan();
  for (const [index, { transcript_id }] of transcripts.entries()) {
    const scenario = scenarios[index % scenarios.length];
    if (scenario === undefined) continue;
    await store.writeTranscript({
      header: TranscriptHeader.parse({
        schema_version: 1,
        transcript_id,
        model_id: models[Math.floor(index / scenarios.length)],
        harness: "llm/raw",
        scenario_id: scenario.scenario_id,
        scenario_hash: "0".repeat(64),
        system_prompt_hash: "0".repeat(64),
        sampling: null,
        repeat: 1,
        simulated: false,
        complete: true,
      }),
      messages: scenarioTurns(scenario).flatMap(({ turn }) => [
        { turn: turn.t, role: "user" as const, content: turn.user_message },
        {
          turn: turn.t,
          role: "assistant" as const,
          content: replies[(index * 7 + turn.t * 13) % replies.length] ?? "",
          finish_reason: "stop" as const,
        },
      ]),
    });
  }
  await store.close();
  // It was set on conversations in which nothing is said; without one the viewer says so, and shows the scan.
  await rm(join(scan, "seal.json"));
  const votes = transcripts.length * corpus.checks.size * VOTES;
  const megabytes = Math.round((await stat(join(scan, "verdicts.jsonl"))).size / 1e6);
  return `${MODELS} models × ${scenarios.length} scenarios × ${corpus.checks.size} checks × ${VOTES} votes = ${votes.toLocaleString("en-US")} votes, ${megabytes} MB of verdicts`;
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const piece of output) {
    text += String(piece);
    const url = /http:\/\/\S+/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`the viewer said no address: ${text}`);
}

/** From the empty page to a board with every model, whose next frame is drawn. */
async function openBoard(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  // The page's policy forbids what `waitForFunction` does; the debugger may evaluate.
  await page.evaluate(`new Promise((resolve) => {
    const models = () => new Set([...document.querySelectorAll("main table a[href*='/models/']")].map((a) => a.href));
    const look = () => requestAnimationFrame(models().size >= ${MODELS} ? () => setTimeout(resolve) : look);
    look();
  })`);
  return performance.now() - start;
}

/** Different conversations of different models, each from the click on to its last reply. */
async function openConversations(page: Page): Promise<readonly number[]> {
  const scan = /#\/s\/([^/?]+)/.exec(page.url())?.[1] ?? "";
  const index = (await (await fetch(new URL("data/index.json", page.url()))).json()) as {
    readonly scenarios: readonly { readonly scenario_id: string; readonly title: string }[];
  };
  const times: number[] = [];
  for (let number = 0; number < OPENED; number += 1) {
    const scenario = index.scenarios[(number * 5) % index.scenarios.length];
    const key = `maker-${number + 1}__model__${scenario?.scenario_id}.r1`;
    // Measured in the page: the way from here to there is not what a reader waits for.
    const ms: unknown = await page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      location.hash = ${JSON.stringify(`#/s/${scan}/conversations/${key}`)};
      const look = () =>
        document.querySelector("h1")?.textContent.includes(${JSON.stringify(scenario?.title)}) &&
        document.querySelector(".message.assistant")
          ? requestAnimationFrame(() => resolve(performance.now() - start))
          : requestAnimationFrame(look);
      look();
    })`);
    times.push(Number(ms));
  }
  return times;
}

/** What the page's own process holds that no other shares. */
async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...renderers.map(({ id }) => privateMegabytes(id)));
}

function privateMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, count]) => Number(count));
  return kilobytes.reduce((sum, count) => sum + count, 0) / 1024;
}

function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function goal(what: string, value: number, most: number, unit: string): string {
  return `${what}: ${Math.round(value)} ${unit} (goal ${most} ${unit}: ${value <= most ? "met" : "MISSED"})`;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
