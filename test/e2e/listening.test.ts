/** People who listen, under everything that can happen to a run: whichever way it is had, they heard the same and say the same. */
import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { scenarioTurns } from "../../src/domain/scenarios.ts";
import { MAIN_BRANCH } from "../../src/schema/corpus/scenario.ts";
import { TranscriptMessage } from "../../src/schema/run/transcript.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { type CliResult, runCli, spawnCli, startCli } from "./cli.fixture.ts";
import { journalPaths, readJournal } from "./journal-lines.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** With branches, evasions and answers that come late; one of them in two sessions. */
const SCENARIOS = [
  "safety_crisis_section_c_002",
  "safety_crisis_lot_lights_007",
  "continuity_trust_bottle_bank_003",
];
const QUESTIONS =
  "Have you slept? Who else is there to help you? Which state do you live in? Are you thinking about killing yourself? How is she?";

/** Full-length replies to the branch points of these scenarios, which lead one way and the other, by what the person says first. */
const written = SCENARIOS.map((id, index) => {
  const file = new URL(`../../benchmark/tests/branch-replies/${id}.json`, import.meta.url);
  const Point = z.looseObject({
    open: z.array(z.looseObject({ way: z.string(), reply: z.string() })).optional(),
  });
  const points = z.record(z.string(), Point).parse(JSON.parse(readFileSync(file, "utf8")));
  const scenario = [...corpus.scenarios.values()].find(({ scenario_id }) => scenario_id === id);
  const opening = scenario && scenarioTurns(scenario)[0]?.turn.user_message;
  const all = Object.values(points).flatMap(({ open = [] }) => open);
  // Two of the scenarios surely leave the main way, wherever the hash of a request falls.
  const some = index < 2 ? all.filter(({ way }) => way !== MAIN_BRANCH) : all;
  const replies = some.map(({ reply }) => reply);
  return { opening: opening ?? "", replies };
});

let server: ModelServer;
let folder: TemporaryFolder;
let whole: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startModelServer({
    keyless: true,
    latencyMs: 20,
    reply: ({ requestHash, messages }) => {
      const said = messages.map(({ text }) => text).join("\n");
      const replies = written.find(({ opening }) => said.includes(opening))?.replies ?? [];
      return `${replies[Number.parseInt(requestHash.slice(-6), 16) % replies.length]}\n\n${QUESTIONS}`;
    },
  });
  folder = await temporaryFolder();
  const config = { endpoints: { lab: { base_url: `${server.url}/v1` } } };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  await succeed("run", ...begin("whole"));
  whole = await artefactHashes(join(folder.path, "whole"));
});
afterAll(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

const begin = (runId: string, model = "lab/one") => [
  ...["--run-id", runId, "--model", model, "--scenario", SCENARIOS.join(","), "--repeat", "2"],
  ...["--out", folder.path, "--no-cache", "--yes", "--quiet"],
];

async function succeed(...args: readonly string[]): Promise<CliResult> {
  const result = await runCli(args, { cwd: folder.path });
  expect({ args, ...result }).toMatchObject({ exitCode: 0 });
  return result;
}

/** The messages of a run by conversation, without the names of run and model. */
async function saidIn(runId: string) {
  const transcripts = join(folder.path, runId, "transcripts");
  const names = (await readdir(transcripts, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const lines = (await readFile(join(transcripts, name), "utf8")).split("\n").slice(1, -1);
      return lines.map((line) => TranscriptMessage.parse(JSON.parse(line)));
    }),
  );
}

test("the run has ways taken, answers given and evaded, or these tests would show nothing", async () => {
  const said = (await saidIn("whole")).flat();
  expect(said.flatMap(({ branch_id }) => branch_id ?? []).length).toBeGreaterThanOrEqual(1);
  expect(said.flatMap(({ answers = [] }) => answers).length).toBeGreaterThanOrEqual(10);
  expect(said.flatMap(({ evaded = [] }) => evaded).length).toBeGreaterThanOrEqual(1);
});

test.each([9, 37])(
  "killed after %i lines of its journal and resumed, it gives the same bytes",
  async (lines) => {
    const runId = `killed-${lines}`;
    const cli = startCli(["run", ...begin(runId)], { cwd: folder.path });
    const [journal = ""] = await journalPaths(join(folder.path, runId));
    let over = false;
    const ended = cli.finished.then(() => {
      over = true;
    });
    while (!over && (await readJournal(journal)).length < lines) await delay(5);
    cli.kill("SIGKILL");
    await ended;
    expect((await readJournal(journal)).at(-1)?.event).not.toBe("closed");
    const resume = ["--resume", runId, "--out", folder.path, "--no-cache", "--yes", "--quiet"];
    await succeed("run", ...resume);
    const said = await saidIn(runId);
    expect(said).toEqual(await saidIn("whole"));
    const transcripts = (hashes: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(hashes).filter(([path]) => path.startsWith("transcripts")));
    expect(transcripts(await artefactHashes(join(folder.path, runId)))).toEqual(transcripts(whole));
  },
);

test("a replay of it is the same conversations", async () => {
  // A run that is named without its path is looked for where the process is.
  const replayed = await spawnCli(["run", ...begin("again", "replay/whole")], { cwd: folder.path });
  expect(replayed).toMatchObject({ exitCode: 0 });
  expect(await saidIn("again")).toEqual(await saidIn("whole"));
});

test("exported, imported and exported again it is the same file, and what was heard is recognised without being told", async () => {
  const file = join(folder.path, "whole.jsonl");
  await succeed("export", join(folder.path, "whole"), "--to", "chat-jsonl", "--out", file);
  await succeed("import", file, "--from", "chat-jsonl", "--run-id", "taken", "--out", folder.path);
  expect(await saidIn("taken")).toEqual(await saidIn("whole"));
  const twice = join(folder.path, "twice.jsonl");
  await succeed("export", join(folder.path, "taken"), "--to", "chat-jsonl", "--out", twice);
  // An import keeps of a system prompt only its hash.
  const withoutPrompt = (text: string) => text.replace(/\{"role":"system","content":"[^"]*"\},?/g, "");
  expect(withoutPrompt(await readFile(twice, "utf8"))).toBe(withoutPrompt(await readFile(file, "utf8")));

  const bare = join(folder.path, "bare.jsonl");
  const Chat = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) });
  const chats = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => Chat.parse(JSON.parse(line)));
  const stripped = chats.map((chat) => ({
    ...chat,
    messages: chat.messages.map(({ role, content, session_number, elapsed_minutes }) => ({
      ...{ role, content, session_number, elapsed_minutes },
    })),
  }));
  await writeFile(bare, stripped.map((chat) => `${JSON.stringify(chat)}\n`).join(""));
  await succeed("import", bare, "--from", "chat-jsonl", "--run-id", "bare", "--out", folder.path);
  const heard = async (runId: string) =>
    (await saidIn(runId)).map((messages) =>
      messages.map(({ turn, content, answers, branch_id }) => ({ turn, content, answers, branch_id })),
    );
  expect(await heard("bare")).toEqual(await heard("whole"));
});
