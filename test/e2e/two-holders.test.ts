import { execFileSync } from "node:child_process";
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import type { LogEntry } from "../servers/log-entry.ts";
import { startModelServer } from "../servers/model-server.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { type CliOptions, runCli, startCli } from "./cli.fixture.ts";
import { evaluatedRun } from "./evaluated-run.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** Each in a pid namespace of its own, as in two containers that share a folder: both have the same host name and pid 1. */
const NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const AS_ANYBODY = ["unshare", "--user", "--map-root-user", ...NAMESPACE.slice(1)];

function namespaceCommand(): readonly string[] | null {
  for (const [command = "", ...args] of [NAMESPACE, AS_ANYBODY]) {
    try {
      execFileSync(command, [...args, "true"], { stdio: "ignore" });
      return [command, ...args];
    } catch {
      // The other way may be permitted.
    }
  }
  return null;
}

const through = namespaceCommand();
if (through === null) {
  process.stdout.write("two-holders.test.ts is skipped: `unshare` may not make a pid namespace here.\n");
}

const RUN = "shared";
const KEY = "sk-planted-0123456789abcdefghij";

/** A server whose n-th request waits until it is let through. */
async function gatedServer() {
  const gates = new Map<number, { readonly arrive: () => void; readonly opened: Promise<void> }>();
  let asked = 0;
  const server = await startModelServer({
    reply: async ({ requestHash }) => {
      asked += 1;
      const gate = gates.get(asked);
      gate?.arrive();
      await gate?.opened;
      return `I hear you, and I am here (${requestHash.slice(0, 8)}).`;
    },
  });
  const hold = (request: number) => {
    const [arrived, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gates.set(request, { arrive: arrived.resolve, opened: opened.promise });
    return { arrived: arrived.promise, letThrough: opened.resolve };
  };
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1` };
  return { server, hold, env, [Symbol.asyncDispose]: () => server.close() };
}

const begin = (out: string) => [
  ...["run", "--run-id", RUN, "--model", "openai/gpt-5-mini", ...THREE_SCENARIOS, "--no-cache", "--quiet"],
  ...["--scenario-parallel", "1", "--max-connections", "1", "--max-cost-usd", "5", "--out", out],
];
const resume = (out: string, ...more: readonly string[]) => [
  ...["run", "--resume", RUN, "--no-cache", "--quiet", "--scenario-parallel", "1", "--max-connections", "1"],
  ...["--yes", "--out", out, ...more],
];

/** Number of times that each request was sent. */
function timesAsked(log: readonly LogEntry[]): readonly number[] {
  return [...Map.groupBy(log, ({ requestHash }) => requestHash).values()].map((each) => each.length);
}

test.skipIf(through === null)(
  "of two containers on one run the first works, the second is told what to do, and nothing is paid twice",
  async () => {
    await using gated = await gatedServer();
    await using folder = await temporaryFolder();
    const elsewhere: CliOptions = { env: gated.env, through: through ?? [] };
    const third = gated.hold(3);
    const first = startCli(begin(folder.path), elsewhere);
    await third.arrived;

    const second = await startCli(resume(folder.path), elsewhere).finished;
    expect(second).toMatchObject({ exitCode: 1, stdout: "" });
    expect(second.stderr).toMatch(
      /^IB_RUN_LOCKED: The run is in use by process \d+ on ".+", in another container of this machine, since .+, last sign of life \d+ s ago/,
    );
    expect(second.stderr).toContain("`--take-over`");
    // From outside its container the holder's state is unknown too.
    expect((await runCli(resume(folder.path), { env: gated.env })).stderr).toContain("another container");

    third.letThrough();
    expect(await first.finished).toMatchObject({ exitCode: 0, stderr: "" });
    const journal = await readJournal(join(folder.path, RUN, "journal.jsonl"));
    const replies = journal.filter(({ event }) => event === "replied");
    expect(replies.length).toBeGreaterThan(5);
    expect(timesAsked(gated.server.log)).toEqual(replies.map(() => 1));
    expect(new Set(journal.map(({ fence }) => fence))).toEqual(new Set([1]));
  },
);

test.skipIf(through === null)(
  "a run that is taken over goes on there, and stops here before another call; what comes late decides nothing",
  async () => {
    await using gated = await gatedServer();
    await using folder = await temporaryFolder();
    const elsewhere: CliOptions = { env: gated.env, through: through ?? [] };
    const path = join(folder.path, RUN, "journal.jsonl");
    const third = gated.hold(3);
    const first = startCli(begin(folder.path), elsewhere);
    await third.arrived;
    const before = await readJournal(path);

    // The fourth request is the third once more: its reply was under way. The fifth is held until the first has ended.
    const fifth = gated.hold(5);
    const second = startCli(resume(folder.path, "--take-over"), elsewhere);
    // Should it end instead, its own words tell why.
    expect(await Promise.race([fifth.arrived, second.finished])).toBeUndefined();
    third.letThrough();
    const stopped = await first.finished;
    expect(stopped).toMatchObject({ exitCode: 1, stdout: "" });
    expect(stopped.stderr).toMatch(/^IB_LOCK_LOST: .*it was taken over by process \d+ on/);
    expect(gated.server.log).toHaveLength(5);
    fifth.letThrough();
    const finished = await second.finished;
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).toMatch(/^Taken over from process \d+ .*It looked alive/);

    // Only what had no reply when the run was taken over was asked again.
    const journal = await readJournal(path);
    const replied = journal.flatMap((entry) => (entry.event === "replied" ? [entry] : []));
    expect(before.filter(({ event }) => event === "replied")).toHaveLength(2);
    expect(new Set(replied.map(({ unit }) => unit)).size).toBe(replied.length);
    expect(timesAsked(gated.server.log)).toEqual(replied.map((_, index) => (index === 2 ? 2 : 1)));
    expect(gated.server.log).toHaveLength(replied.length + 1);
    expect(await readdir(join(folder.path, RUN))).not.toContain("lock");

    // Between its last look at the lock and the write, the first may have been stopped for any time.
    const hashes = await artefactHashes(join(folder.path, RUN));
    const late = { ...replied.at(-1), content: "Too late.", fence: 1 };
    await appendFile(path, `${JSON.stringify(late)}\n`);
    const again = await runCli(resume(folder.path), { env: gated.env });
    expect(again).toMatchObject({ exitCode: 0 });
    expect(gated.server.log).toHaveLength(replied.length + 1);
    expect(await artefactHashes(join(folder.path, RUN))).toEqual(hashes);
    const manifest = await readFile(join(folder.path, RUN, "run_manifest.json"), "utf8");
    expect(RunManifest.parse(JSON.parse(manifest))).toMatchObject({
      stale_lines: 1,
      target: { calls: replied.length, lost_in_flight: 1 },
    });
    const scanned = await runCli(["scan", RUN, "--profile", "smoke", "--out", folder.path]);
    expect(scanned).toMatchObject({ exitCode: 0 });
    expect(scanned.stdout).toContain("1 line left out of a process that had lost the run to another");
  },
);

test("every command that writes into a run is refused while a holder elsewhere may work, and takes over when told to", async () => {
  await using evaluated = await evaluatedRun();
  const out = ["--out", evaluated.path];
  const lock = { pid: 1, host: "another-container", started_at: "2026-01-01T00:00:00.000Z" };
  for (const args of [
    ["run", "--resume", "all"],
    ["scan", "all", "--profile", "smoke"],
    ["runs", "delete", "all", "--yes"],
  ]) {
    await writeFile(join(evaluated.path, "all", "lock"), JSON.stringify(lock));
    const refused = await runCli([...args, ...out]);
    expect({ args, ...refused }).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^IB_RUN_LOCKED: .*process 1 on "another-container"/);
    const taken = await runCli([...args, ...out, "--take-over"]);
    expect({ args, ...taken }).toMatchObject({ exitCode: 0 });
    expect(taken.stderr).toContain('Taken over from process 1 on "another-container"');
  }
  expect(await readdir(evaluated.path)).not.toContain("all");
});
