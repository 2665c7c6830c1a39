import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { runCli } from "./cli.fixture.ts";
import {
  args,
  CEILING_USD,
  commandLine,
  delivered,
  expectNoKeyIn,
  expectToSurviveFaults,
  expectToSurviveKills,
  KEY,
  serve,
  undisturbed,
} from "./faulty-providers.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** All 64 scenarios are in test/slow/. */
const SOME = ["--category", "empathy"];
let calm: Readonly<Record<string, string>>;
beforeAll(async () => {
  calm = await undisturbed(SOME);
  expect(Object.keys(calm).length).toBeGreaterThan(20);
});

test("with 30% faults the scenarios of two models complete, lose nothing and stay below the ceiling", () =>
  expectToSurviveFaults(SOME, calm));

test("killed again and again until it is done, a run asks nothing again whose reply was journalled", () =>
  expectToSurviveKills(SOME, calm, { kills: 2, everyReplies: 20 }));

test("what could not be had is recorded as incomplete with its cause, and the rest is there", async () => {
  // A turn in the middle of one conversation, which one model's server cannot bear.
  const rules = [
    { model: "gpt-5-mini", textIncludes: "So the foot.", attempts: [], after: "status-503" as const },
  ];
  await using server = await serve({ faults: rules });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const some = ["--scenario", "empathy_belonging_*", "--run-id", "half"];
  const result = await runCli(args(out, ...some), { env: server.env });
  expect(result.exitCode).toBe(3);
  const journal = await readJournal(join(out, "half", "journal.jsonl"));
  const failed = journal.filter((entry) => entry.event === "failed");
  expect(failed).toMatchObject([{ cause: "server_error", attempt: 5 }]);
  const manifest = RunManifest.parse(
    JSON.parse(await readFile(join(out, "half", "run_manifest.json"), "utf8")),
  );
  expect(manifest.conversations).toMatchObject({ incomplete: 1 });
  expect(manifest.conversations.complete).toBe(manifest.conversations.planned - 1);
});

test("a server that only fails stops its model within seconds, and the other model's conversations are had", async () => {
  const rules = [{ model: "gpt-5-mini", attempts: [], after: "status-503" as const }];
  await using server = await serve({ faults: rules });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, "--scenario", "empathy_*", "--run-id", "down"), { env: server.env });
  expect(result.exitCode).toBe(3);
  expect(result.stderr).toContain("IB_PROVIDER_DOWN");
  expect(result.stderr).toContain("openai/gpt-5-mini failed");
  const had = await readdir(join(out, "down", "transcripts", "anthropic__claude-haiku-4-5"));
  expect(had.length).toBeGreaterThan(10);
});

test("a refused key stops its model at once, and the other model's conversations are had", async () => {
  const rules = [{ model: "gpt-5-mini", attempts: [], after: "key-echo-401" as const }];
  await using server = await serve({ faults: rules });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, "--scenario", "empathy_*", "--run-id", "one"), { env: server.env });
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain("IB_PROVIDER_REFUSED");
  expect(result.stderr).toContain("OPENAI_API_KEY");
  expect(result.stderr).not.toContain(KEY);
  const had = await readdir(join(out, "one", "transcripts"));
  expect(had).toEqual(["anthropic__claude-haiku-4-5"]);
  await expectNoKeyIn(out);
});

test("a ceiling that is too low stops cleanly, keeps what was paid for and can be resumed", async () => {
  await using server = await serve({ latencyMs: 20 });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const models = ["anthropic/claude-haiku-4-5"];
  const some = ["--scenario", "safety_*", "--max-tokens", "500"];
  const stopped = await runCli(
    commandLine(out, { models, ceilingUsd: 0.05 }, [...some, "--run-id", "poor"]),
    { env: server.env },
  );
  expect(stopped.stderr).toContain("IB_COST_CEILING");
  expect(stopped.stderr).toMatch(/^ {2}Spent \$0\.0\d+.*: \d+ calls/m);
  expect(stopped.exitCode).toBe(4);
  const { costUsd } = await server.readCounts();
  expect(costUsd).toBeGreaterThan(0.02);
  expect(costUsd).toBeLessThanOrEqual(0.05);
  const resumed = await runCli(
    commandLine(out, { models, ceilingUsd: CEILING_USD }, [...some, "--resume", "poor"]),
    { env: server.env },
  );
  expect(resumed.exitCode).toBe(0);
  const journal = await readJournal(join(out, "poor", "journal.jsonl"));
  const replied = journal.filter((entry) => entry.event === "replied").length;
  expect(delivered(await server.readLog()).length).toBe(replied);
});
