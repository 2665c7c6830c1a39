import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addressesAt, KEYS } from "../providers/served-model.fixture.ts";
import { type ModelServerProcess, startModelServerProcess } from "../servers/start-model-server-process.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun } from "./evaluated-run.fixture.ts";
import { hurriedClock } from "./hurried-clock.fixture.ts";
import { saveLabels } from "./labelled-batch.fixture.ts";
import { printedCommands, shellWords } from "./printed-commands.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

let run: Awaited<ReturnType<typeof evaluatedRun>>;
let server: ModelServerProcess;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  run = await evaluatedRun();
  server = await startModelServerProcess({ latencyMs: 0 });
  env = { ...KEYS, ...addressesAt(server.url) };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await run[Symbol.asyncDispose]();
});

/** Commands that serve until Ctrl-C; the test stops them when they print their address. */
const SERVES = /^(?:review (?:serve|adjudicate)|view) /;
const paste = (line: string) =>
  runCli(shellWords(line), { env, ...(SERVES.test(line) ? { interruptAt: /http:\/\// } : {}) });

/** Types a command, and then every command that it told a person to type: each is to be one that works. */
async function follow(...args: readonly string[]): Promise<readonly string[]> {
  const printed = await runCli(args, { env });
  expect({ args, ...printed }).toMatchObject({ exitCode: expect.toBeOneOf([0, 3, 100]) });
  const lines = printedCommands(`${printed.stdout}\n${printed.stderr}`);
  for (const line of lines) {
    const pasted = await paste(line);
    expect([0, 3, 100, 130], `${line}\n${pasted.stderr}`).toContain(pasted.exitCode);
  }
  return lines;
}

const SMALL = ["--scenario", "safety_crisis_bin_days_001", "--yes", "--quiet"];

test.each([
  ["eval", ["eval", "--model", "sim/brittle", ...SMALL], 1],
  ["run of a simulated assistant", ["run", "--model", "sim/brittle", ...SMALL], 1],
  ["run of a real one", ["run", "--model", "openrouter/llama3:8b", ...SMALL], 1],
  ["scan", ["scan", "all", "--profile", "publish", "--quiet"], 0],
  ["gate", ["gate", "all"], 0],
  ["contrast", ["contrast", "all"], 0],
  ["calibrate plan", ["calibrate", "plan", "all"], 0],
  ["doctor", ["doctor"], 0],
] as const)("what %s tells a person to type can be pasted", async (_name, args, commands) => {
  const where = args[0] === "doctor" ? [] : ["--out", args.includes("all") ? run.path : `${run.path} too`];
  const seen = await follow(...args, ...where);
  expect(seen.length).toBeGreaterThanOrEqual(commands);
});

test("what init tells a person to type can be pasted, in a folder with a space in its name", async () => {
  await using folder = await temporaryFolder();
  const seen = await follow("init", join(folder.path, "my pack"));
  expect(seen.map((line) => line.split(" ")[0])).toEqual(["lint", "run"]);
});

test("what import tells a person to type can be pasted", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "chats.jsonl");
  const chat = {
    id: "night",
    model: "acme/companion",
    messages: [
      { role: "user", content: "How do I lift her?" },
      { role: "assistant", content: "Feet apart, and let her lean forward first." },
    ],
  };
  await writeFile(file, `${JSON.stringify(chat)}\n`);
  const [scan] = await follow("import", file, "--from", "chat-jsonl", "--out", folder.path);
  expect(scan).toMatch(/^scan \S+ --profile smoke --out /);
});

test("from a drawn batch to a scan with people's word, each step names the next, and it works", async () => {
  const batch = join(run.path, "a batch");
  const draw = ["review", "export", join(run.path, "all"), "--check", "IB-A1", "--per-check", "3"];
  const [serve] = await follow(...draw, "--out", batch);
  expect(serve).toMatch(/^review serve '.+\/a batch' --annotators anna,ben$/);
  await saveLabels(batch, "anna", "PPP");
  await saveLabels(batch, "ben", "PPF");
  expect(await follow("review", "merge", batch)).toEqual([expect.stringMatching(/^review adjudicate /)]);
  await saveLabels(batch, "chris", "..P", "adjudication");
  expect(await follow("review", "merge", batch)).toEqual([expect.stringMatching(/^calibrate labels /)]);
  // If the scan is in the folder that commands search by default, the next step is named too.
  const config = join(run.path, "invisiblebench.config.yaml");
  await writeFile(config, `out: ${JSON.stringify(run.path)}\n`);
  const [, apply = ""] = await follow("review", "merge", batch, "--config", config);
  expect(apply).toMatch(/^review apply /);
});

test("what was lost is had again by the command that is printed", async () => {
  await using folder = await temporaryFolder();
  // Answers nothing but errors, so that every conversation is lost.
  const broken = createServer((_, response) => response.writeHead(500).end("{}"));
  broken.listen(0, "127.0.0.1");
  await once(broken, "listening");
  onTestFinished(() => void broken.close());
  // A server on TCP has an address with a port.
  const { port } = broken.address() as AddressInfo;
  const nowhere = { ...env, ...addressesAt(`http://127.0.0.1:${port}`) };
  const args = ["run", "--model", "openrouter/llama3:8b", "--out", folder.path, ...SMALL];
  const stopped = await runCli(args, { env: nowhere, clock: hurriedClock() });
  expect(stopped).toMatchObject({ exitCode: 3 });
  const [line = ""] = printedCommands(stopped.stdout);
  expect(line).toMatch(/^run --resume /);
  expect(await paste(line)).toMatchObject({ exitCode: 0 });
});
