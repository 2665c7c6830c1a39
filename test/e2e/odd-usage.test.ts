import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UNKNOWN_TOKENS } from "../../src/providers/define-model.ts";
import { OVER_THE_CAP } from "../../src/providers/reported-usage.ts";
import { CostReport, RunManifest } from "../../src/schema/run/manifest.ts";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const bodyWith = (usage: object) =>
  JSON.stringify({
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "one",
    choices: [{ index: 0, message: { role: "assistant", content: "I hear you." }, finish_reason: "stop" }],
    usage,
  });
const NO_COUNTS = bodyWith({
  prompt_tokens: 12.5,
  completion_tokens: -4,
  prompt_tokens_details: { cached_tokens: -1 },
  cost: 0,
});

/** A folder with a config that names a server which always says the same. */
async function servedFolder(body: string) {
  const counts = { calls: 0 };
  const server = createServer((request, response) => {
    counts.calls += 1;
    request.resume();
    response.setHeader("content-type", "application/json").end(body);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = await temporaryFolder();
  const priced = (model: string) =>
    `  - { model: ${model}, family: acme, input: 1, output: 2, as_of: "2026-11-01", source: ours }\n`;
  await writeFile(
    join(folder.path, "invisiblebench.config.yaml"),
    `endpoints:\n  acme: { base_url: "http://127.0.0.1:${port}/v1" }\nprices:\n${priced("acme/one")}${priced("acme/judge")}`,
  );
  return { folder, counts };
}

test("a server whose token counts cannot be is paid once for each call, and the files say that they are unknown", async () => {
  const { folder: made, counts } = await servedFolder(NO_COUNTS);
  await using folder = made;
  const out = join(folder.path, "out");
  const run = ["run", "--model", "acme/one", "--scenario", "empathy_*", "--yes", "--no-cache", "--out", out];
  expect((await runCli([...run, "--run-id", "mine"], { cwd: folder.path })).exitCode).toBe(0);
  const asked = counts.calls;
  expect(asked).toBeGreaterThan(0);
  expect((await runCli([...run, "--resume", "mine"], { cwd: folder.path })).exitCode).toBe(0);
  expect(counts.calls).toBe(asked);

  const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
  const { by_model } = RunManifest.parse(await readJson(join(out, "mine", "run_manifest.json")));
  const [ofModel] = Object.values(by_model ?? {});
  expect(ofModel).toMatchObject({ calls: asked, failed: 0, warnings: [UNKNOWN_TOKENS] });
  // An output that fills its cap, 4096 tokens, at the least.
  expect(ofModel?.at_most_usd).toBeGreaterThan((asked * 4096 * 2) / 1e6);

  const scan = ["scan", join(out, "mine"), "--judge", "acme/judge", "--yes", "--json", "--out", out];
  const { stdout } = await runCli([...scan, "--check", "IB-A1", "--quiet"], { cwd: folder.path });
  const { directory } = JSON.parse(stdout) as { directory: string };
  const { actual } = CostReport.parse(await readJson(join(directory, "cost_report.json")));
  const judges = Object.values(actual?.by_model ?? {});
  expect(judges.map(({ warnings }) => warnings?.includes(UNKNOWN_TOKENS))).toEqual([true]);
});

test("a server that gives more tokens than it was allowed is named to a person, once, whatever they want to see of the work", async () => {
  const { folder: made } = await servedFolder(
    bodyWith({ prompt_tokens: 10, completion_tokens: 750_000, total_tokens: 750_010 }),
  );
  await using folder = made;
  const out = join(folder.path, "out");
  const run = ["run", "--model", "acme/one", "--scenario", "empathy_*", "--max-cost-usd", "2", "--no-cache"];
  const { exitCode, stderr } = await runCli([...run, "--quiet", "--out", out], { cwd: folder.path });
  // One reply cost more than the whole limit, so the next call is not sent.
  expect(exitCode).toBe(4);
  expect(stderr.split("\n").filter((line) => line.includes(OVER_THE_CAP))).toEqual([
    `acme/one: ${OVER_THE_CAP}`,
  ]);
});
