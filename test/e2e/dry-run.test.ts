import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RunPlan } from "../../src/schema/run/run-plan.ts";
import { spawnCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** A process in which every attempt to open a socket or to resolve a name is fatal. */
const NO_SOCKETS = fileURLToPath(new URL("./no-sockets.fixture.ts", import.meta.url));
const env = {
  NODE_OPTIONS: `--import=${NO_SOCKETS}`,
  OPENAI_API_KEY: "",
  ANTHROPIC_API_KEY: "",
  GOOGLE_GENERATIVE_AI_API_KEY: "",
  GEMINI_API_KEY: "",
};
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-haiku-4-5", "google/gemini-3.8-flash"];

test("the fixture that forbids sockets really does", async () => {
  await using folder = await temporaryFolder();
  const args = [
    "run",
    "--model",
    "ollama/none",
    "--scenario",
    "empathy_*",
    "--yes",
    "--quiet",
    "--out",
    folder.path,
  ];
  expect((await spawnCli(args, { env })).stderr).toContain("a socket was opened");
});

test("run --dry-run prints calls, tokens and price of 64 scenarios and three models, with no key and no socket", async () => {
  await using folder = await temporaryFolder();
  const args = ["run", "--model", MODELS.join(","), "--status", "all", "--dry-run", "--run-id", "plan"];
  const { exitCode, stdout, stderr } = await spawnCli([...args, "--out", folder.path], { env });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  const plan = RunPlan.parse(JSON.parse(await readFile(join(folder.path, "plan", "run_plan.json"), "utf8")));
  expect(plan.totals.conversations).toBe(192);
  expect(stdout).toContain(`${plan.totals.turns} turns in 192 conversations`);
  for (const { model_id, estimate } of plan.models) {
    const { low, expected, high } = estimate?.cost_usd ?? { low: 0, expected: 0, high: 0 };
    expect(low).toBeGreaterThan(0);
    expect(expected).toBeGreaterThan(low);
    expect(high).toBeGreaterThan(expected);
    const line = stdout.split("\n").find((text) => text.startsWith(model_id));
    expect(line).toContain(String(estimate?.calls));
    expect(line).toContain(`$${expected.toFixed(2)}`);
  }
});

test("without a dry run a missing key is named before a run's folder is made", async () => {
  await using folder = await temporaryFolder();
  const args = ["run", "--model", "openai/gpt-5-mini", "--run-id", "none", "--out", folder.path];
  const { exitCode, stderr } = await spawnCli(args, { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain("OPENAI_API_KEY");
  await expect(readFile(join(folder.path, "none", "run_plan.json"))).rejects.toThrow("ENOENT");
});
