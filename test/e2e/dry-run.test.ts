import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { formatWhole } from "../../src/domain/number-words.ts";
import { RunPlan } from "../../src/schema/run/run-plan.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { runCli, spawnCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** A process in which every attempt to open a socket or to resolve a name is fatal. */
const NO_SOCKETS = fileURLToPath(new URL("./no-sockets.fixture.ts", import.meta.url));
const keyless = {
  OPENAI_API_KEY: "",
  ANTHROPIC_API_KEY: "",
  GOOGLE_GENERATIVE_AI_API_KEY: "",
  GEMINI_API_KEY: "",
};
/** For the commands of which that is to be shown; what else they say is read from the same commands in this process. */
const env = { ...keyless, NODE_OPTIONS: `--import=${NO_SOCKETS}` };
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
  const asJson = await runCli([...args, "--json", "--out", folder.path], { env: keyless });
  const plan = RunPlan.parse(JSON.parse(asJson.stdout).run_plan);
  expect(await readdir(folder.path)).toEqual([]);
  expect(plan.totals.conversations).toBe(192);
  expect(stdout).toContain(`${formatWhole(plan.totals.turns)} turns in 192 conversations`);
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

test("eval --dry-run prices conversations and judging, and gives one total with its range", async () => {
  await using folder = await temporaryFolder();
  const args = ["eval", "--model", "openai/gpt-5-mini", "--judge", "anthropic/claude-sonnet-5", "--dry-run"];
  const more = ["--scenario", "empathy_*", "--adjudicator", "openai/gpt-5-mini", "--out", folder.path];
  const { exitCode, stdout } = await spawnCli([...args, ...more], { env });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Total {2}\$[\d.]+ \(\$[\d.]+–\$[\d.]+\): conversations \$[\d.]+, judging \$[\d.]+$/m,
  );
  const asJson = await runCli([...args, ...more, "--json"], { env: keyless });
  const { judging_plan, estimate } = JSON.parse(asJson.stdout);
  expect(stdout).toMatch(/^Second judge openai\/gpt-5-mini, \d+ calls expected, \$/m);
  expect(estimate.cost_usd.high).toBeLessThanOrEqual(4 * estimate.cost_usd.low);
  expect(ScanPlan.parse(judging_plan).judge?.model_id).toBe("anthropic/claude-sonnet-5");
  expect(estimate.cost_usd.expected).toBeCloseTo(
    estimate.conversations_usd.expected + estimate.judging_usd.expected,
    9,
  );
  const low = await runCli([...args, ...more, "--max-cost-usd", "0.01"], { env: keyless });
  expect(low.stdout).toContain("The ceiling of $0.010 will not suffice");
  expect(await readdir(folder.path)).toEqual([]);
});

test("a dry run refuses a ceiling that no price can hold, as the real command does", async () => {
  await using folder = await temporaryFolder();
  for (const models of [
    ["--model", "openai/gpt-5-mini", "--judge", "ollama/none"],
    ["--model", "ollama/none", "--judge", "openai/gpt-5-mini"],
  ]) {
    const args = ["eval", ...models, "--max-cost-usd", "20", "--scenario", "empathy_*", "--out", folder.path];
    for (const more of [["--dry-run"], []]) {
      const { exitCode, stderr } = await runCli([...args, ...more], {
        env: { ...keyless, OPENAI_API_KEY: "k" },
      });
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("IB_UNKNOWN_PRICE"),
      });
    }
  }
});

test("a start that is refused leaves no run's folder", async () => {
  await using folder = await temporaryFolder();
  const start = async (...args: string[]) => {
    const all = [...args, "--scenario", "empathy_*", "--run-id", "none", "--out", folder.path];
    return (await runCli(all, { env: keyless })).stderr;
  };
  expect(await start("run", "--model", "openai/gpt-5-mini")).toContain("OPENAI_API_KEY");
  expect(await start("run", "--model", "ollama/none")).toContain("IB_SPENDING_NOT_AGREED");
  expect(await start("eval", "--model", "sim/careful", "--judge", "ollama/none")).toContain(
    "IB_SPENDING_NOT_AGREED",
  );
  expect(await start("run", "--model", "sim/nobody")).toContain("IB_");
  expect(await readdir(folder.path)).toEqual([]);
});
