import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { runCli } from "./cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const KEY = { LAB_KEY: "any" };
const NO_CI = { CI: "", ...KEY };
const TODAY = new Date().toISOString().slice(0, 10);

const configIn = (folder: TemporaryFolder) => join(folder.path, "invisiblebench.config.json");

/** `eval` of a served model by word lists alone, in a project whose config names the server. */
function evaluateIn(folder: TemporaryFolder) {
  return async (runId: string, env: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
    runCli(
      [
        ...["eval", "--model", "lab/one", "--profile", "smoke", "--run-id", runId, "--out", folder.path],
        ...["--config", configIn(folder), "--yes", "--quiet", ...THREE_SCENARIOS, ...flags],
      ],
      { cwd: folder.path, env },
    );
}

async function writeConfig(folder: TemporaryFolder, url: string, more: object = {}): Promise<void> {
  const config = { endpoints: { lab: { base_url: `${url}/v1`, api_key_env: "LAB_KEY" } }, ...more };
  await writeFile(configIn(folder), JSON.stringify(config));
}

test("conversations that came from the cache are said to before any number, and wherever something is decided", async () => {
  await using server = await startModelServer();
  await using folder = await temporaryFolder();
  await writeConfig(folder, server.url);
  const evaluate = evaluateIn(folder);
  const first = await evaluate("first", NO_CI);
  expect(first.stdout).not.toContain("cache");
  const asked = server.log.length;
  const sentence = `3 of 3 conversations came from the cache, the oldest from ${TODAY}.`;

  const second = await evaluate("second", NO_CI);
  expect(server.log).toHaveLength(asked);
  expect(second.stdout.startsWith(`${sentence}\n\n`)).toBe(true);
  const at = { cwd: folder.path };
  const gate = await runCli(["gate", "second", "--out", folder.path], at);
  expect(gate.stdout.startsWith(sentence)).toBe(true);
  expect((await runCli(["report", "second", "--out", folder.path], at)).stderr).toBe(`${sentence}\n`);
  const scan = await runCli(["scan", "second", "--profile", "smoke", "--out", folder.path, "--quiet"], at);
  expect(scan.stdout.startsWith(sentence)).toBe(true);
  const listed = await runCli(["list", "runs", "--out", folder.path, "--json"], at);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { run_id: "first", sealed: "1 of 1", from_cache: expect.stringMatching(/^0 of \d+ replies$/) },
    { run_id: "second", sealed: "1 of 1", from_cache: expect.stringMatching(/^(\d+) of \1 replies$/) },
  ]);
  const third = await runCli(
    [
      "run",
      "--model",
      "lab/one",
      "--run-id",
      "third",
      "--out",
      folder.path,
      "--config",
      configIn(folder),
      "--yes",
      "--quiet",
      ...THREE_SCENARIOS,
    ],
    { ...at, env: NO_CI },
  );
  expect(third.stdout.startsWith(sentence)).toBe(true);
});

test("in CI the cache is off unless the config or a flag asks for it, and a flag wins", async () => {
  await using server = await startModelServer();
  await using folder = await temporaryFolder();
  await writeConfig(folder, server.url);
  const evaluate = evaluateIn(folder);
  const fromCache = async (...args: Parameters<typeof evaluate>) => {
    const before = server.log.length;
    const { exitCode, stderr } = await evaluate(...args);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: expect.toBeOneOf([0, 3]) });
    return server.log.length === before;
  };
  expect(await fromCache("a", NO_CI)).toBe(false);
  expect(await fromCache("b", { CI: "true", ...KEY })).toBe(false);
  expect(await fromCache("c", { CI: "1", ...KEY })).toBe(false);
  expect(await fromCache("d", { CI: "false", ...KEY })).toBe(true);
  expect(await fromCache("e", { CI: "true", ...KEY }, "--cache")).toBe(true);
  await writeConfig(folder, server.url, { cache: true });
  expect(await fromCache("f", { CI: "true", ...KEY })).toBe(true);
  expect(await fromCache("g", { CI: "true", ...KEY }, "--no-cache")).toBe(false);
});
