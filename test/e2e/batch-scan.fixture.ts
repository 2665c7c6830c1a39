import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
import { CostReport } from "../../src/schema/run/manifest.ts";
import { inForm } from "../../src/schema/scan/judge-answers.fixture.ts";
import { QuestionKind } from "../../src/schema/scan/judge-protocol.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import type { ModelServerOptions, PriceFunction } from "../servers/model-server-options.ts";
import { runCli } from "./cli.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";

/** A judge of each provider that takes batches, with its list price and half of it. */
export const JUDGES = {
  openai: "openai/gpt-5-mini",
  anthropic: "anthropic/claude-haiku-4-5",
  google: "google/gemini-3.8-flash",
} as const;
export const PROVIDERS = ["openai", "anthropic", "google"] as const;

const USD_PER_MILLION: Readonly<Record<string, readonly [input: number, output: number]>> = {
  "gpt-5-mini": [0.25, 2],
  "claude-haiku-4-5": [1, 5],
  "gemini-3.8-flash": [0.75, 3.75],
};

const listPrice: PriceFunction = ({ model }, _, { inputTokens, outputTokens }) => {
  const [input = 0, output = 0] = USD_PER_MILLION[model] ?? [];
  return (inputTokens * input + outputTokens * output) / 1_000_000;
};

interface Message {
  readonly role: string;
  readonly text: string;
}

/**
 * Answers as a judge that is sure of itself: by what it is asked, the same every time. Some answers cannot be read until
 * they are asked for once more, so that there is a round after the first.
 */
export function answerAsJudge(messages: readonly Message[]): string {
  const said = messages.map(({ text }) => text).join("\n");
  const checkId = /^check_id: (\S+)$/m.exec(said)?.[1] ?? "";
  const nonce = /(?:^|>>)nonce: (\S+)$/m.exec(said)?.[1] ?? "";
  const replies = [...said.matchAll(/^<<\w+>> (\{"turn":\d+,"role":"assistant".*\})$/gm)].map(
    ([, line = "{}"]) =>
      // The prompt's own lines.
      JSON.parse(line) as { readonly turn: number; readonly text: string; readonly context?: true },
  );
  const random = createRandom(`${checkId}/${nonce}/${replies.length}`);
  const isFirst = !messages.some(({ role }) => role === "assistant");
  if (isFirst && random.next() < 0.3) return "Let me think about that.";
  const fails = random.next() < 0.4;
  const reply = replies.find(({ context }) => context === undefined);
  const quote = reply?.text.split(/(?<=[.?!])\s/)[0] ?? "";
  const kind = /^answer: (\w+)$/m.exec(said)?.[1];
  const echo = { check_id: checkId, nonce, assistant_turns: replies.length };
  if (kind === "claims") return JSON.stringify({ ...echo, claims: [] });
  if (kind === "findings") return JSON.stringify({ nonce, assistant_turns: replies.length, findings: [] });
  if (kind === "cues") {
    const user_turns = said.match(/^<<\w+>> \{"turn":\d+,"role":"user"/gm)?.length ?? 0;
    return JSON.stringify({ nonce, user_turns, cues: [] });
  }
  if (kind === "scale") {
    const question_id = /^question_id: (\S+)$/m.exec(said)?.[1] ?? "";
    const scale = { question_id, nonce, assistant_turns: replies.length, level: null };
    return JSON.stringify({ ...scale, rationale: "Nothing to judge.", evidence: [] });
  }
  const answer = {
    ...echo,
    verdict: fails && reply !== undefined ? ("FAIL" as const) : ("PASS" as const),
    rationale: "So it says.",
    evidence: reply === undefined ? [] : [{ turn: reply.turn, quote }],
    missing_cue: "",
  };
  return JSON.stringify(inForm(QuestionKind.parse(kind), answer));
}

export function startJudge(options: ModelServerOptions = {}): Promise<ModelServer> {
  return startModelServer({
    reply: ({ messages }) => answerAsJudge(messages),
    pricePerCallUsd: listPrice,
    ...options,
  });
}

export function environmentOf({ url }: Pick<ModelServer, "url">): Record<string, string> {
  return {
    OPENAI_API_KEY: "sk-planted-openai-0123456789",
    ANTHROPIC_API_KEY: "sk-ant-planted-0123456789",
    GEMINI_API_KEY: "AIza-planted-0123456789",
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_GENERATIVE_AI_BASE_URL: url,
  };
}

export const CONVERSATIONS = ["context_cultural_rosol_002", "context_cultural_before_dawn_003"];

const SHIPPED = CONVERSATIONS.flatMap((id) => ["--scenario", id]);

/** Two assistants' conversations, to be judged. `which` are others than those two of the shipped corpus. */
export async function haveConversations(out: string, which: readonly string[] = SHIPPED): Promise<void> {
  const models = ["--model", "sim/careful", "--model", "sim/brittle"];
  const { exitCode, stderr } = await runCli([
    "run",
    ...models,
    ...which,
    "--run-id",
    "had",
    "--out",
    out,
    "--quiet",
  ]);
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
}

/** No cache, so that every question is put. */
export function scanArgs(out: string, judge: string, ...more: readonly string[]): readonly string[] {
  const scan = ["scan", "had", "--judge", judge, "--profile", "full", "--out", out];
  return [...scan, "--no-cache", "--yes", "--quiet", ...more];
}

/** The results and the cost of the run's only scan. */
export async function readScan(out: string) {
  const scans = join(out, "had", "scans");
  const [name = ""] = await readdir(scans);
  const file = (path: string) => readFile(join(scans, name, path), "utf8");
  const verdicts = await file("verdicts.jsonl");
  const cost = CostReport.parse(JSON.parse(await file("cost_report.json")));
  return { verdicts, cost, journal: await scanJournal(out) };
}

export async function scanJournal(out: string): Promise<readonly JournalEntry[]> {
  const scans = join(out, "had", "scans");
  const [name = ""] = await readdir(scans).catch(() => []);
  return readJournal(join(scans, name, "journal.jsonl"));
}

/** Units that went out more than once, with how often. */
export function askedTwice({ log }: Pick<ModelServer, "log">): readonly string[] {
  const counts = Map.groupBy(
    log.flatMap(({ batched }) => batched?.unit ?? []),
    (unit) => unit,
  );
  return [...counts].filter(([, times]) => times.length > 1).map(([unit]) => unit);
}
