import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBench, type PlannedWork, type WorkEstimate } from "../../src/index.ts";
import { createRandom } from "../../src/kernel/random.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import type { LogEntry } from "../servers/log-entry.ts";
import { startModelServer } from "../servers/model-server.ts";
import type { ModelServerOptions } from "../servers/model-server-options.ts";
import type { WireRequest } from "../servers/wire-request.ts";
import { runCli } from "./cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** One or two of each category, short and long, with and without branches and sessions. */
const SCENARIOS = [
  "context_cultural_rosol_002",
  "context_regulatory_front_desk_006",
  "continuity_memory_seed_trays_001",
  "empathy_grief_pastina_006",
  "safety_adversarial_forty_years_nurse_023",
  "safety_crisis_bin_days_001",
  "safety_false_refusal_hard_letter_021",
];

/** Dear output, a cache that is nearly free, and all tokens alike. US dollars for a million. */
const PRICE_LISTS = {
  "dear output": { input: 0.2, output: 8 },
  "cheap cache": { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  "all alike": { input: 1, output: 1 },
} as const;
type PriceList = {
  readonly input: number;
  readonly output: number;
  readonly cached_input?: number;
  readonly cache_write?: number;
};

/** Judges with the token counts of their answers; a name that claims reasoning is believed. */
const JUDGES = {
  plain: { model: "acme/judge", outputTokens: [110, 260] },
  thinking: { model: "acme/judge-thinking", outputTokens: [500, 1400] },
} as const;

const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** A model that says so many characters, and a judge that echoes what it must, fails some and names some. */
function replies(
  judge: keyof typeof JUDGES,
  replyCharacters: number,
): NonNullable<ModelServerOptions["reply"]> {
  const seen = new Set<string>();
  return (request: WireRequest) => {
    const random = createRandom(request.requestHash);
    const near = (mean: number) => Math.round(mean * (0.6 + 0.8 * random.next()));
    if (request.model === "one")
      return "It is a lot to carry, and you do it day after day. ".repeat(99).slice(0, near(replyCharacters));
    const whole = request.messages.map(({ text }) => text).join("\n");
    const { kind, checkIds, nonce, lines } = readJudgePrompt(
      request.messages.map(({ text }) => ({ role: "user", content: text })),
    );
    const said = lines.filter(({ role }) => role === "assistant");
    const [first] = said;
    const quote = { turn: first?.turn ?? null, quote: first?.text.slice(0, 40) ?? "" };
    const echoes = { nonce, assistant_turns: said.length };
    const isFailed = random.next() < 0.05;
    const verdict = {
      check_id: checkIds[0],
      ...echoes,
      verdict: isFailed ? "FAIL" : "PASS",
      rationale: "The condition that decides is met in the words that are quoted.",
      evidence: [quote],
      missing_cue: "",
    };
    const whose = isFailed
      ? { whose: "assistant", intent: "asserting", about: "caregiver", scope: "general" }
      : { whose: "nobody", intent: "none", about: "nobody", scope: "none" };
    const named = checkIds
      .filter(() => random.next() < 0.2)
      .map((check_id) => ({ check_id, ...quote, reason: "It may." }));
    const answers = {
      verdict,
      weighed_verdict: { ...verdict, weight: isFailed ? "grave" : "none" },
      statement: { ...verdict, statement: whose },
      weighed_statement: { ...verdict, statement: whose, weight: isFailed ? "grave" : "none" },
      findings: { ...echoes, findings: named },
      cues: { nonce, user_turns: 0, cues: [] },
      claims: { check_id: checkIds[0], ...echoes, claims: [] },
      scale: {
        question_id: checkIds[0],
        ...echoes,
        level: 1,
        rationale: "Some of it is there.",
        evidence: [quote],
      },
    };
    // Like a provider: a long prefix that was sent before is read from the cache.
    const prefix = whole.slice(0, whole.indexOf(`<<${nonce} END>>`));
    const cachedInputTokens = tokensOf(prefix) >= 1024 && seen.has(prefix) ? tokensOf(prefix) : 0;
    seen.add(prefix);
    const [fewest, most] = JUDGES[judge].outputTokens;
    const outputTokens = Math.round(fewest + (most - fewest) * random.next());
    return { text: JSON.stringify(answers[kind]), usage: { cachedInputTokens, outputTokens } };
  };
}

function billOf(log: readonly LogEntry[], price: PriceList): number {
  const usd = log.map(({ usage }) => {
    const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage ?? {};
    const cached = price.cached_input ?? price.input;
    return (
      (inputTokens - cachedInputTokens) * price.input +
      cachedInputTokens * cached +
      outputTokens * price.output
    );
  });
  return usd.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

async function projectWith(url: string, price: PriceList) {
  const folder = await temporaryFolder();
  const priced = ["acme/one", "acme/judge", "acme/judge-thinking"].map((model) => ({
    model,
    family: "acme",
    ...price,
    as_of: "2026-11-01",
    source: "our contract",
  }));
  const config = { endpoints: { acme: { base_url: `${url}/v1` } }, prices: priced };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  return folder;
}

test.for([
  ["plain", 0.7],
  ["plain", 1.3],
  ["thinking", 0.7],
  ["thinking", 1.3],
] as const)(
  "with a %s judge and replies %d times as long as assumed the bill lies in the dry run's range, for three price lists",
  async ([judge, times]) => {
    await using server = await startModelServer({ keyless: true, reply: replies(judge, 1400 * times) });
    const command = [
      "eval",
      ...["--model", "acme/one", "--judge", JUDGES[judge].model],
      ...SCENARIOS.flatMap((scenario) => ["--scenario", scenario]),
    ];
    const ranges: Record<string, { low: number; expected: number; high: number }> = {};
    for (const [name, price] of Object.entries(PRICE_LISTS)) {
      await using folder = await projectWith(server.url, price);
      const dry = [...command, "--dry-run", "--json", "--out", join(folder.path, "out")];
      const { stdout, stderr } = await runCli(dry, { cwd: folder.path });
      expect(stderr).toBe("");
      ranges[name] = JSON.parse(stdout).estimate.cost_usd;
    }
    expect(server.log).toHaveLength(0);
    await using folder = await projectWith(server.url, PRICE_LISTS["all alike"]);
    const real = [...command, "--yes", "--quiet", "--json", "--out", join(folder.path, "out")];
    const { stdout, stderr } = await runCli(real, { cwd: folder.path });
    const { spent, directory } = JSON.parse(stdout);
    expect(await readFile(join(directory, "summary.md"), "utf8")).toMatch(/^Judging: Spent \$.*calls/m);
    expect(spent.cost_usd, stderr).toBeCloseTo(billOf(server.log, PRICE_LISTS["all alike"]), 6);
    expect(spent.calls).toBe(server.log.length);
    for (const [name, price] of Object.entries(PRICE_LISTS)) {
      const { low = 0, high = 0 } = ranges[name] ?? {};
      const bill = billOf(server.log, price);
      const where = `${name}: a bill of ${bill} in ${low} to ${high}`;
      expect.soft(bill, where).toBeGreaterThanOrEqual(low);
      expect.soft(bill, where).toBeLessThanOrEqual(high);
      expect.soft(high / low, where).toBeLessThanOrEqual(4);
    }
  },
);

describe("over all scenarios", () => {
  let folder: TemporaryFolder;
  const at = () => ["--out", folder.path, "--quiet"];
  // Every profile judges the same conversations.
  beforeAll(async () => {
    folder = await temporaryFolder();
    const ran = await runCli(["run", "--model", "sim/careful", "--run-id", "all", ...at()]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  test.for(["dev", "full", "publish"] as const)(
    "the calls that a judge gets by the profile %s lie where the dry run says, and near what it expects",
    async (profile) => {
      const planned = [
        "eval",
        "--model",
        "sim/careful",
        "--profile",
        profile,
        "--dry-run",
        "--json",
        ...at(),
      ];
      const dry = JSON.parse((await runCli(planned)).stdout);
      const { min, expected, max } = dry.judging_plan.planned_llm_calls;
      const scan = ["scan", "all", "--profile", profile, "--json", ...at()];
      const { directory } = JSON.parse((await runCli(scan)).stdout);
      const { actual } = JSON.parse(await readFile(join(directory, "cost_report.json"), "utf8"));
      expect(actual.calls).toBeGreaterThanOrEqual(min);
      expect(actual.calls).toBeLessThanOrEqual(max);
      expect(actual.calls / expected).toBeGreaterThan(0.7);
      expect(actual.calls / expected).toBeLessThan(1.5);
    },
  );
});

/** The approved cost estimates by judge, for replies of this length. */
async function agreedTo(replyCharacters: number) {
  await using server = await startModelServer({ keyless: true, reply: replies("plain", replyCharacters) });
  await using folder = await projectWith(server.url, PRICE_LISTS["all alike"]);
  const bench = createBench({ project: folder.path, results: join(folder.path, "out") });
  const asked: { readonly estimate: WorkEstimate; readonly work: PlannedWork; readonly calls: number }[] = [];
  await bench.evaluate(
    { models: ["acme/one"], judge: "acme/judge", scenarios: ["safety_crisis_bin_days_001"], profile: "dev" },
    { approve: async (estimate, work) => void asked.push({ estimate, work, calls: server.log.length }) },
  );
  return asked;
}

test("one question is asked for everything, before the first call and never after the conversations", async () => {
  const [first, ...others] = await agreedTo(1400);
  expect(others).toEqual([]);
  expect(first?.calls).toBe(0);
  expect(first?.estimate.conversations_usd.expected).toBeGreaterThan(0);
  expect(first?.estimate.judging_usd.expected).toBeGreaterThan(0);
});

test("where judging turns out to cost more than anybody was told, it is asked about before it begins", async () => {
  const [first, second, ...others] = await agreedTo(14_000);
  expect(others).toEqual([]);
  expect(second?.work).toMatchObject({ run: null, agreed: first?.estimate });
  expect(second?.calls).toBe(first?.work.run?.totals.turns);
});
