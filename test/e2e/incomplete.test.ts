import { expect, test } from "vitest";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

test("a conversation in which no reply could be had is incomplete: exit code 3, open in every number", async () => {
  await using folder = await temporaryFolder();
  // A judge does not chat: every call fails.
  const flags = ["--model", "sim/judge", ...THREE_SCENARIOS];
  const ran = await runCli(["run", "--run-id", "mute", ...flags, "--out", folder.path]);
  expect(ran).toMatchObject({ exitCode: 3 });
  expect(ran.stdout).toContain("3 of 3 conversations incomplete (sim/judge judges, it does not chat).");
  expect(ran.stdout).toContain("Have them again: invisiblebench run --resume mute");
  expect(ran.stdout).not.toContain("Next:");
  const scanned = await runCli(["scan", "mute", "--out", folder.path]);
  expect(scanned.exitCode).toBe(3);
  expect(scanned.stdout.trimEnd().split("\n").slice(-2)).toEqual([
    "Lost: 3 conversations broke off (sim/judge judges, it does not chat), and are open.",
    `Have them again: invisiblebench run --resume mute --out ${folder.path}`,
  ]);
  for (const command of [
    ["scan", "mute"],
    ["eval", "--resume", "mute"],
  ]) {
    const result = await runCli([...command, "--out", folder.path, "--json"]);
    expect(result.exitCode).toBe(3);
    const [model] = JSON.parse(result.stdout).summary.models;
    expect(model).toMatchObject({
      incomplete: 3,
      hard_fails: { k: 0, n: 3, open: 3 },
      overall: { mean: null },
    });
  }
});
