import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** Runs a command in a project whose config prices its own endpoint; returns the output and the number of calls. */
async function saidAt(price: number, ...args: string[]) {
  await using server = await startModelServer({ keyless: true });
  await using folder = await temporaryFolder();
  const config = `
endpoints:
  acme: { base_url: "${server.url}/v1" }
prices:
  - { model: acme/one, family: acme, input: ${price}, output: ${price}, as_of: "2026-11-01", source: "our contract" }
`;
  await writeFile(join(folder.path, "invisiblebench.config.yaml"), config);
  const all = [...args, "--model", "acme/one", "--scenario", "empathy_*", "--out", join(folder.path, "out")];
  const result = await runCli(all, { cwd: folder.path });
  return { ...result, calls: server.log.length };
}

test.each([
  ["run", []],
  ["eval", ["--judge", "acme/one"]],
])("%s --dry-run shows what a configured price comes to", async (command, more) => {
  const { exitCode, stdout, calls } = await saidAt(1000, command, "--dry-run", ...more);
  expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: 0 });
  expect(stdout).toMatch(/acme\/one .*\$\d+\.\d\d \(\$\d+\.\d\d–\$\d+\.\d\d\).*prices as of 2026-11-01/);
});

test("the question before spending has the amount", async () => {
  const { exitCode, stderr, calls } = await saidAt(1000, "run");
  expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: 0 });
  expect(stderr).toMatch(/calls, about \$\d+\.\d\d \(\$\d+\.\d\d–\$\d+\.\d\d\)\. Nobody can be asked here/);
});

test("what was spent stands at the end, beside the estimate, and in the list of runs", async () => {
  const { exitCode, stdout } = await saidAt(1000, "run", "--yes", "--quiet");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Spent \$\d+\.\d\d \(estimated \$\d+\.\d\d; \$\d+\.\d\d–\$\d+\.\d\d\): \d+ calls\.$/m,
  );
  expect(stdout).not.toContain("assumed lengths");
  expect((await saidAt(0, "run", "--quiet")).stdout).not.toContain("Spent");
});

test("0 is a price: it is shown, and nobody is asked", async () => {
  const { stdout } = await saidAt(0, "run", "--dry-run");
  expect(stdout).toMatch(/acme\/one .*\$0.*prices as of 2026-11-01/);
  expect(stdout).not.toContain("unknown");
  const { exitCode, calls } = await saidAt(0, "run", "--quiet");
  expect(exitCode).toBe(0);
  expect(calls).toBeGreaterThan(0);
});
