import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { json as readJson } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
import { CostReport, RunManifest } from "../../src/schema/run/manifest.ts";
import { startModelServerProcess } from "../servers/start-model-server-process.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { journalPaths, readJournal } from "./journal-lines.fixture.ts";
import { afterLines } from "./killed-eval.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** US dollars for a million tokens: an output that costs a lot makes few calls count. */
const PRICE = { input: 1, output: 1000 };

async function writeConfig(folder: string, url: string): Promise<void> {
  const priced = (model: string) =>
    `  - { model: ${model}, family: acme, input: ${PRICE.input}, output: ${PRICE.output}, as_of: "2026-11-01", source: ours }\n`;
  await writeFile(
    join(folder, "invisiblebench.config.yaml"),
    `endpoints:\n  acme: { base_url: "${url}/v1" }\nprices:\n${priced("acme/one")}${priced("acme/judge")}`,
  );
}

const evaluation = (out: string, ...more: readonly string[]) => [
  ...["eval", "--model", "acme/one", "--judge", "acme/judge", "--corpus", VALID_CORPUS, "--no-cache"],
  ...["--max-tokens", "100", "--quiet", "--out", out, ...more],
];

/** The totals of a journal's lines, computed independently of the program. */
function sumOf(lines: readonly JournalEntry[]): { knownUsd: number; atMostUsd: number } {
  const onTheirWay = new Map<string, number[]>();
  let [knownUsd, beyondUsd] = [0, 0];
  for (const line of lines) {
    if (line.event === "sent") {
      onTheirWay.set(line.unit, [...(onTheirWay.get(line.unit) ?? []), line.reserved_usd ?? 0]);
    } else if (line.event === "settled" || line.event === "replied") {
      onTheirWay.get(line.unit)?.pop();
      knownUsd += line.cost_usd ?? 0;
      beyondUsd += Math.max(0, (line.at_most_usd ?? 0) - (line.cost_usd ?? 0));
    }
  }
  const lostUsd = [...onTheirWay.values()].flat().reduce((sum, usd) => sum + usd, 0);
  return { knownUsd, atMostUsd: knownUsd + beyondUsd + lostUsd };
}

test("after kills and resumes the manifest and the cost report are the sums of their journals, and the bill is between them", async () => {
  await using server = await startModelServerProcess({
    keyless: true,
    latencyMs: 60,
    pricePerCallUsd: { inputUsdPerMillion: PRICE.input, outputUsdPerMillion: PRICE.output },
    faults: {
      share: 0.25,
      maxPerRequest: 1,
      kinds: ["status-500", "status-502", "truncated-json", "reset-mid-body"],
    },
  });
  await using folder = await temporaryFolder();
  const { path: cwd } = folder;
  await writeConfig(cwd, server.url);
  const out = join(cwd, "out");
  const ceilingUsd = 200;
  const flags = ["--max-cost-usd", String(ceilingUsd), "--scenario-parallel", "2"];
  for (const [name, moment] of [
    ["--run-id", afterLines(8, 0)],
    ["--resume", afterLines(9, 9)],
  ] as const) {
    const cli = startCli(evaluation(out, name, "killed", ...flags), { cwd });
    await Promise.race([moment(out), cli.finished]);
    cli.kill("SIGKILL");
    expect(await cli.finished).toMatchObject({ exitCode: null });
  }
  const ended = await runCli(
    ["eval", "--resume", "killed", "--out", out, "--corpus", VALID_CORPUS, "--yes"],
    {
      cwd,
    },
  );
  // The server's words are no answer of a judge, and that is what the exit code says.
  expect(ended).toMatchObject({ exitCode: 3, stderr: expect.not.stringContaining("IB_") });

  const paths = await journalPaths(join(out, "killed"));
  const sums = await Promise.all(paths.map(async (path) => sumOf(await readJournal(path))));
  const [run, scan] = paths.map((path) => dirname(path));
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));
  const { target } = RunManifest.parse(await read(join(run ?? "", "run_manifest.json")));
  const { actual } = CostReport.parse(await read(join(scan ?? "", "cost_report.json")));
  for (const [index, said] of [target, actual].entries()) {
    expect(said?.cost_usd).toBeCloseTo(sums[index]?.knownUsd ?? Number.NaN, 9);
    expect(said?.at_most_usd ?? said?.cost_usd).toBeCloseTo(sums[index]?.atMostUsd ?? Number.NaN, 9);
  }
  // Calls were on their way when they were killed.
  expect(target.lost_in_flight + (actual?.lost_in_flight ?? 0)).toBeGreaterThan(0);
  const { costUsd: billUsd } = await server.readCounts();
  const sum = (of: "knownUsd" | "atMostUsd") => sums.reduce((total, each) => total + each[of], 0);
  expect(sum("knownUsd")).toBeLessThanOrEqual(billUsd + 1e-9);
  expect(billUsd).toBeLessThanOrEqual(sum("atMostUsd") + 1e-9);
  expect(sum("atMostUsd")).toBeLessThanOrEqual(ceilingUsd);
});

test("the ceiling of a resumed eval covers what it has spent on judging before, also while it has conversations", async () => {
  const bill = { "acme/one": 0, "acme/judge": 0 };
  let isMended = false;
  let toTarget = 0;
  const server = createServer(async (request, response) => {
    // The request comes from our own client.
    const { model } = (await readJson(request)) as { model: "one" | "judge" };
    if (model === "one") toTarget += 1;
    response.setHeader("content-type", "application/json");
    if (model === "one" && toTarget > 9 && !isMended) {
      response.writeHead(400).end('{"error":{"message":"not this one"}}');
      return;
    }
    bill[`acme/${model}`] += (10 * PRICE.input + 100 * PRICE.output) / 1e6;
    const message = { role: "assistant", content: "I hear you." };
    const usage = { prompt_tokens: 10, completion_tokens: 100, total_tokens: 110 };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model, choices, usage }));
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  await using folder = await temporaryFolder();
  const { path: cwd } = folder;
  await writeConfig(cwd, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const out = join(cwd, "out");
  const oneByOne = ["--scenario-parallel", "1", "--repeat", "3", "--max-cost-usd", "1000"];
  const first = await runCli(evaluation(out, "--run-id", "mine", ...oneByOne), { cwd });
  expect(first.exitCode).toBe(3);
  const billUsd = () => bill["acme/one"] + bill["acme/judge"];
  expect(bill["acme/judge"]).toBeGreaterThan(0.5);

  isMended = true;
  const before = toTarget;
  const ceilingUsd = billUsd() + 0.25;
  const more = ["--resume", "mine", "--max-cost-usd", String(ceilingUsd), "--yes"];
  const second = await runCli(["eval", "--out", out, "--corpus", VALID_CORPUS, ...more], { cwd });
  expect(second.stderr).toContain("IB_COST_CEILING");
  expect(second.exitCode).toBe(4);
  expect(toTarget).toBe(before + 2);
  expect(billUsd()).toBeLessThanOrEqual(ceilingUsd);
});
