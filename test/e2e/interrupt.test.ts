import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli, type StartedCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const SLOW_MODELS = { env: { INVISIBLEBENCH_SIM_LATENCY_MS: "50" } };
const SMALL = ["--corpus", VALID_CORPUS, "--repeat", "3"];
const ONE_AT_A_TIME = ["--scenario-parallel", "1", "--max-connections", "1"];

/** An eval that takes several seconds, once its first replies are in the journal. */
async function startedEval(results: string, ...flags: readonly string[]): Promise<StartedCli> {
  const cli = startCli(
    ["eval", "--run-id", "slow", "--out", results, ...SMALL, ...ONE_AT_A_TIME, ...flags],
    SLOW_MODELS,
  );
  const journal = join(results, "slow", "journal.jsonl");
  while ((await readJournal(journal)).length < 6) await delay(20);
  return cli;
}

/** The arguments of the command that a message tells a person to type. */
function toldToType(text: string): string[] {
  const [, args = ""] = /Continue with `npx invisiblebench ([^`]+)`/.exec(text) ?? [];
  return args.split(" ");
}

test.for(["SIGINT", "SIGTERM"] as const)(
  "%s ends an eval, and the command it names completes it",
  async (signal) => {
    await using folder = await temporaryFolder();
    const results = join(folder.path, "results");
    // Flags other than the defaults: a resume command without them would be another plan.
    const flags = ["--model", "sim/brittle,sim/attached", "--temperature", "0.5", "--profile", "dev"];
    const cli = await startedEval(results, ...flags);
    cli.kill(signal);
    const { exitCode, stdout, stderr } = await cli.finished;

    expect(exitCode).toBe(130);
    expect(stdout).toBe("");
    expect(stderr).toContain("IB_INTERRUPTED");
    expect(await readdir(join(results, "slow"))).not.toContain("lock");
    const journal = await readJournal(join(results, "slow", "journal.jsonl"));
    expect(journal.at(-1)).toMatchObject({ event: "closed", outcome: "interrupted" });

    const resumed = await runCli(toldToType(stderr));
    expect(resumed).toMatchObject({ exitCode: 0 });
    // It stopped in the middle: most calls were made after it.
    const completed = await readJournal(join(results, "slow", "journal.jsonl"));
    expect(completed.length).toBeGreaterThan(2 * journal.length);
    const whole = join(folder.path, "uninterrupted");
    await runCli(["eval", "--run-id", "slow", "--out", whole, ...SMALL, ...flags]);
    expect(await artefactHashes(join(results, "slow"))).toEqual(await artefactHashes(join(whole, "slow")));
  },
);

test("an interrupted scan names the command that continues it", async () => {
  await using folder = await temporaryFolder();
  await runCli(["run", "--run-id", "slow", "--out", folder.path, ...SMALL]);
  const scan = ["scan", "slow", "--corpus", VALID_CORPUS, "--out", folder.path, "--profile", "publish"];
  const cli = startCli([...scan, ...ONE_AT_A_TIME], SLOW_MODELS);
  const scans = join(folder.path, "slow", "scans");
  for (;;) {
    const [name] = await readdir(scans).catch(() => []);
    if (name !== undefined && (await readJournal(join(scans, name, "journal.jsonl"))).length > 4) break;
    await delay(20);
  }
  cli.kill("SIGINT");
  const { exitCode, stderr } = await cli.finished;
  expect(exitCode).toBe(130);
  expect(await runCli(toldToType(stderr))).toMatchObject({ exitCode: 0 });
  expect(await readdir(scans)).toHaveLength(1);
});

test("a second process on a run that is being worked on is refused", async () => {
  await using folder = await temporaryFolder();
  const first = await startedEval(folder.path);
  const resume = await runCli(["eval", "--resume", "slow", "--out", folder.path, ...SMALL, ...ONE_AT_A_TIME]);
  const scan = await runCli(["scan", "slow", "--corpus", VALID_CORPUS, "--out", folder.path]);
  first.kill("SIGINT");
  await first.finished;
  for (const { exitCode, stdout, stderr } of [resume, scan]) {
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^IB_RUN_LOCKED: The run is in use by another process, pid \d+/);
  }
});
