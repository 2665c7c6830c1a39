import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { scenarioTurns } from "../../src/domain/scenarios.ts";
import { converse } from "../../src/harness/conversation.ts";
import { listenerFor } from "../../src/harness/listener.ts";
import type { ModelClient } from "../../src/providers/model-client.ts";
import { openProduct } from "../../src/providers/open-product.ts";
import { assertHttpHarness } from "../../src/providers/product/http-json-client.ts";
import { harnessContext, httpHarness } from "../../src/providers/product/product.fixture.ts";
import { type CallLog, recordCalls } from "../../src/providers/recorded-model.ts";
import { BenchConfig } from "../../src/schema/corpus/bench-config.ts";
import { ScenarioId } from "../../src/schema/ids.ts";
import { openJournal } from "../../src/store/journal.ts";
import { TRANSIENT_FAULTS } from "../servers/fault-kind.ts";
import { startModelServer } from "../servers/model-server.ts";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const KEY = "planted-key-0123456789abcdef";
const SYSTEM_PROMPT = "This prompt is for models, not for products.";
const scenarioIds = THREE_SCENARIOS.at(-1)?.split(",") ?? [];

const never = new AbortController().signal;

/** One leg: all conversations side by side, each found in the journal as far as it goes. */
async function playAll(client: ModelClient, log: CallLog, signal = never) {
  const model = recordCalls(client, log, harnessContext().clock);
  const sampling = { temperature: 0.7, max_tokens: 500, seed: null };
  const conversations = scenarioIds.flatMap((id) => {
    const scenario = corpus.scenarios.get(ScenarioId.parse(id));
    if (scenario === undefined) throw new Error(`no scenario ${id}`);
    const listener = listenerFor(corpus.words);
    return [1, 2].map((repeat) => ({
      model,
      scenario,
      repeat,
      systemPrompt: SYSTEM_PROMPT,
      sampling,
      listener,
    }));
  });
  return Promise.all(conversations.map((each) => converse(each, signal)));
}

function turnCount(): number {
  const turns = scenarioIds.flatMap((id) => {
    const scenario = corpus.scenarios.get(ScenarioId.parse(id));
    return scenario === undefined ? [] : [...scenarioTurns(scenario)];
  });
  return turns.length * 2;
}

/** A product's endpoint with a third of its answers spoiled, on a journal of its own. */
async function playFaulty(harness: "givecare/v2" | "http/json", share: number) {
  const faults = { share, kinds: TRANSIENT_FAULTS, maxPerRequest: 3 };
  await using server = await startModelServer({ faults, apiKeys: [KEY] });
  await using folder = await temporaryFolder();
  const path = join(folder.path, "journal.jsonl");
  const headers = { authorization: "Bearer {env.ACME_KEY}" };
  const client = openProduct(
    harness,
    harnessContext({
      config: httpHarness(server.url, { headers }),
      environment: { GIVECARE_SITE_URL: server.url, GIVECARE_BENCH_KEY: KEY, ACME_KEY: KEY },
      maxConnections: 8,
    }),
  );
  const journal = await openJournal(path);
  const conversations = await playAll(client, journal);
  await journal.close();
  return { conversations, log: [...server.log], journal: await readFile(path, "utf8") };
}

test.each(["givecare/v2", "http/json"] as const)(
  "through faults %s loses no turn, and the conversations are those of a quiet day",
  async (harness) => {
    const quiet = await playFaulty(harness, 0);
    const faulty = await playFaulty(harness, 0.3);
    expect(quiet.conversations.every(({ complete }) => complete)).toBe(true);
    expect(faulty.conversations).toEqual(quiet.conversations);
    expect(quiet.log).toHaveLength(turnCount());
    expect(faulty.log.length).toBeGreaterThan(quiet.log.length);
    expect(faulty.log.filter(({ replyText }) => replyText !== null)).toHaveLength(turnCount());
    expect(faulty.journal).not.toContain(KEY);
    expect(JSON.stringify(faulty.log)).not.toContain(SYSTEM_PROMPT);
  },
);

test("each transcript is a conversation of its own to a product that keeps them", async () => {
  const { log, conversations } = await playFaulty("http/json", 0);
  const byId = Map.groupBy(log, ({ conversationId }) => conversationId);
  expect(byId.size).toBe(conversations.length);
  const longest = [...byId.values()].map((entries) => entries.at(-1)?.messages.length ?? 0);
  const turns = conversations.map(({ messages }) => messages.length - 1);
  expect(longest.toSorted((a, b) => a - b)).toEqual(turns.toSorted((a, b) => a - b));
});

test("a resumed run goes on in the middle of the conversations the product remembers", async () => {
  const { conversations: undisturbed } = await playFaulty("http/json", 0);
  await using server = await startModelServer({ apiKeys: [KEY] });
  await using folder = await temporaryFolder();
  const path = join(folder.path, "journal.jsonl");
  const context = harnessContext({
    config: httpHarness(server.url, { headers: { authorization: "Bearer {env.ACME_KEY}" } }),
    environment: { ACME_KEY: KEY },
  });

  // Stops between two turns of every conversation: nothing is in flight, so the product has heard nothing twice.
  const stop = new AbortController();
  const interrupted = await openJournal(path);
  const reason = new Error("Ctrl-C");
  let replies = 0;
  const stopping: CallLog = {
    find: interrupted.find,
    append: async (entry) => {
      await interrupted.append(entry);
      if (entry.event !== "replied") return;
      replies += 1;
      if (replies === scenarioIds.length * 2) stop.abort(reason);
      while (!stop.signal.aborted) await new Promise(setImmediate);
    },
  };
  await expect(playAll(openProduct("http/json", context), stopping, stop.signal)).rejects.toBe(reason);
  await interrupted.close();
  expect(server.log).toHaveLength(scenarioIds.length * 2);

  const journal = await openJournal(path);
  const resumed = await playAll(openProduct("http/json", context), journal);
  await journal.close();
  expect(resumed).toEqual(undisturbed);
  expect(server.log).toHaveLength(turnCount());
});

test("the examples in the documentation can be used as they stand", async () => {
  const page = await readFile(new URL("../../docs/product-endpoints.md", import.meta.url), "utf8");
  const examples = Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, yaml = ""]) => yaml);
  expect(examples).toHaveLength(4);
  for (const example of examples) {
    const { http_harness } = BenchConfig.parse(parse(example));
    expect(() => http_harness && assertHttpHarness(http_harness)).not.toThrow();
    expect(http_harness).toBeDefined();
  }
});

test.each([
  [
    "a ceiling cannot be kept",
    ["--max-cost-usd", "1"],
    {},
    /IB_UNKNOWN_PRICE.*\n.*under `prices` in \S*priceless\.yaml/,
  ],
  [
    "a key is missing",
    ["--yes"],
    { headers: { "x-key": "{env.ACME_KEY}" } },
    /IB_MISSING_VARIABLES: .*ACME_KEY/,
  ],
])(
  "where %s a product is refused before there is a run, and the mended command begins it",
  async (_, more, parts, said) => {
    await using server = await startModelServer();
    await using folder = await temporaryFolder();
    const config = join(folder.path, "priceless.yaml");
    await writeFile(config, JSON.stringify({ http_harness: httpHarness(server.url, parts) }));
    const product = [
      "--harness",
      "http/json",
      "--run-id",
      "p",
      "--scenario",
      scenarioIds[0] ?? "",
      "--quiet",
    ];
    const args = ["run", ...product, ...more, "--config", config, "--out", join(folder.path, "out")];
    const refused = await runCli(args);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(said);
    const foretold = await runCli([...args, "--dry-run"]);
    expect(foretold.exitCode).toBe(more.includes("--max-cost-usd") ? 2 : 0);
    expect(server.log).toEqual([]);
    const mended = {
      http_harness: httpHarness(server.url),
      prices: [
        {
          model: "acme/companion-2",
          family: "acme",
          input: 0,
          output: 0,
          as_of: "2026-11-01",
          source: "ours",
        },
      ],
    };
    await writeFile(config, JSON.stringify(mended));
    expect(await runCli(args)).toMatchObject({ exitCode: 0 });
  },
);

test("of a product nothing is told that it is not sent, and no model takes its place when it is resumed", async () => {
  await using server = await startModelServer();
  await using folder = await temporaryFolder();
  const config = join(folder.path, "config.yaml");
  await writeFile(config, JSON.stringify({ http_harness: httpHarness(server.url) }));
  const at = ["--config", config, "--out", folder.path];
  const run = (...args: string[]) => runCli(["run", ...args, ...at, "--yes", "--quiet"]);
  const asked = ["--harness", "http/json", "--run-id", "p", "--scenario", scenarioIds[0] ?? ""];
  const dry = await run(...asked, "--dry-run");
  expect(dry.stdout).toContain("Sampling   the product's own, and so is its prompt\n");
  expect(dry.stdout).not.toMatch(/temperature|Prompt {5}/);
  expect(dry.stdout).toMatch(/^Total {2}unknown for \S+$/m);
  expect(await run(...asked)).toMatchObject({ exitCode: 0 });
  const { stdout } = await runCli(["list", "runs", "--json", ...at]);
  expect(JSON.parse(stdout)).toMatchObject([{ run_id: "p", spent: "unknown price", estimate: "unknown" }]);
  const other = await run("--resume", "p", "--model", "sim/careful");
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_RESUMED_OTHERWISE") });
  expect(other.stderr).toMatch(/The plan has `--model \S+`/);
});
