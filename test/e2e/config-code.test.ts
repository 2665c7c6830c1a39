/** Tests a config that is code, in a folder of unknown origin: it runs on explicit request only. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCli } from "./cli.fixture.ts";

async function projectWithCode() {
  const folder = await mkdtemp(join(tmpdir(), "ib-config-code-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const trace = join(folder, "it-ran");
  const config = join(folder, "invisiblebench.config.ts");
  const text = `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(trace)}, "");
export default { max_cost_usd: 3 };
`;
  await writeFile(config, text);
  return { cwd: folder, config, hasRun: () => existsSync(trace) };
}

test.each([["doctor"], ["lint"], ["list", "scenarios"], ["run", "--dry-run"], ["scan", "latest"]])(
  "%s does not run what it finds",
  async (...args) => {
    const project = await projectWithCode();
    const { exitCode, stderr } = await runCli(args, project);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("IB_CONFIG_CODE");
    expect(stderr).toContain("name the file with `--config`");
    expect(project.hasRun()).toBe(false);
  },
);

test("what needs no config works beside one", async () => {
  const project = await projectWithCode();
  for (const args of [["--help"], ["--version"], ["run", "--help"]]) {
    expect((await runCli(args, project)).exitCode).toBe(0);
  }
  expect(project.hasRun()).toBe(false);
});

test("the project's own .env cannot allow it", async () => {
  const project = await projectWithCode();
  await writeFile(join(project.cwd, ".env"), "INVISIBLEBENCH_ALLOW_CONFIG_CODE=1\n");
  expect((await runCli(["doctor"], project)).stderr).toContain("IB_CONFIG_CODE");
  expect(project.hasRun()).toBe(false);
});

test("named, it runs", async () => {
  const project = await projectWithCode();
  const { stdout } = await runCli(["doctor", "--config", project.config], { cwd: project.cwd });
  expect(stdout).toContain("sets max_cost_usd");
  expect(project.hasRun()).toBe(true);
});

test("allowed by the environment, it runs", async () => {
  const project = await projectWithCode();
  const env = { INVISIBLEBENCH_ALLOW_CONFIG_CODE: "1" };
  expect((await runCli(["doctor"], { cwd: project.cwd, env })).stdout).toContain("sets max_cost_usd");
  expect(project.hasRun()).toBe(true);
});
