import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
import { CostReport, RunManifest } from "../../src/schema/run/manifest.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { type CliResult, runCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { journalPaths, readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const KILLS = 20;
const RUN_ID = "killed";
// Slow models make an eval last a few seconds, of which starting up is a small part.
const SLOW_MODELS = { env: { INVISIBLEBENCH_SIM_LATENCY_MS: "50" } };
const FLAGS = [
  // A small corpus, so that most of the time goes into calls and not into reading.
  ...["--corpus", VALID_CORPUS, "--repeat", "2"],
  ...["--scenario-parallel", "2", "--max-connections", "2", "--quiet"],
];

const begin = (results: string) => ["eval", "--run-id", RUN_ID, "--out", results, ...FLAGS];
const resume = (results: string) => ["eval", "--resume", RUN_ID, "--out", results, ...FLAGS];

async function killAfter(args: readonly string[], delayMs: number): Promise<CliResult> {
  const cli = startCli(args, SLOW_MODELS);
  await Promise.race([cli.finished, delay(delayMs)]);
  cli.kill("SIGKILL");
  return cli.finished;
}

/** Resumes; a run that was killed before it had a directory is begun again. */
async function complete(results: string): Promise<CliResult> {
  const resumed = await runCli(resume(results), SLOW_MODELS);
  return resumed.stderr.includes("IB_NO_SUCH_RUN") ? runCli(begin(results), SLOW_MODELS) : resumed;
}

function count(lines: readonly JournalEntry[], ...events: readonly JournalEntry["event"][]): number {
  return lines.filter((line) => events.includes(line.event)).length;
}

/** Whether a leg of the run or of its scan was cut off between its first line and its last. */
async function wasCutOff(results: string): Promise<boolean> {
  const journals = await Promise.all((await journalPaths(join(results, RUN_ID))).map(readJournal));
  return journals.some((lines) => lines.length > 0 && lines.at(-1)?.event !== "closed");
}

function unitsAskedAfterTheirOutcome(lines: readonly JournalEntry[]): string[] {
  const settled = new Set<string>();
  return lines.flatMap((line) => {
    if (line.event === "replied" || line.event === "failed") settled.add(line.unit);
    return line.event === "sent" && settled.has(line.unit) ? [line.unit] : [];
  });
}

/** What the manifest or the cost report beside a journal says about it. */
async function reported(journalPath: string) {
  const folder = dirname(journalPath);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  return (await readdir(folder)).includes("run_manifest.json")
    ? RunManifest.parse(await read("run_manifest.json")).target
    : CostReport.parse(await read("cost_report.json")).actual;
}

/** One eval, killed once or twice and then completed. Returns what there is to say about it. */
async function survive(results: string, delaysMs: readonly number[]) {
  const [firstMs = 0, ...laterMs] = delaysMs;
  await killAfter(begin(results), firstMs);
  const cutOff = await wasCutOff(results);
  for (const laterMsOfLeg of laterMs) await killAfter(resume(results), laterMsOfLeg);
  const { exitCode, stderr } = await complete(results);
  const journals = await Promise.all(
    (await journalPaths(join(results, RUN_ID))).map(async (path) => {
      const lines = await readJournal(path);
      return {
        askedTwice: unitsAskedAfterTheirOutcome(lines),
        lost: count(lines, "sent") - count(lines, "replied", "failed"),
        reported: await reported(path),
        settled: count(lines, "replied", "failed"),
      };
    }),
  );
  return { exitCode, stderr, cutOff, journals, hashes: await artefactHashes(join(results, RUN_ID)) };
}

/** Runs jobs two at a time, which is what a small machine can do without slowing them. */
async function inPairs<Result>(jobs: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...jobs.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = await next[1]();
  };
  await Promise.all([work(), work()]);
  return results;
}

test("an eval killed at any of twenty moments and resumed gives the bytes of one that was left alone", {
  timeout: 240_000,
}, async ({ annotate }) => {
  await using folder = await temporaryFolder();
  const startedMs = performance.now();
  const whole = join(folder.path, "whole");
  expect(await runCli(begin(whole), SLOW_MODELS)).toMatchObject({ exitCode: 0 });
  const durationMs = performance.now() - startedMs;
  const expected = await artefactHashes(join(whole, RUN_ID));

  const random = createRandom("kill/1");
  const survivors = await inPairs(
    Array.from({ length: KILLS }, (_, index) => {
      const firstMs = ((index + random.next()) / KILLS) * durationMs;
      const again = index % 3 === 0 ? [random.next() * durationMs * 0.6] : [];
      return () => survive(join(folder.path, String(index)), [firstMs, ...again]);
    }),
  );

  for (const { exitCode, stderr, hashes, journals } of survivors) {
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(hashes).toEqual(expected);
    expect(journals).toHaveLength(2);
    for (const journal of journals) {
      expect(journal.askedTwice).toEqual([]);
      expect(journal.reported).toMatchObject({
        lost_in_flight: journal.lost,
        calls: journal.settled,
        failed: 0,
      });
    }
  }
  const cutOff = survivors.filter((survivor) => survivor.cutOff).length;
  const lost = survivors.flatMap(({ journals }) => journals.map((journal) => journal.lost));
  await annotate(
    `${cutOff} of ${KILLS} kills cut a leg off; calls lost in flight: ${lost.filter((calls) => calls > 0).join(", ")}`,
  );
  // Otherwise the kills missed, and the test has shown nothing.
  expect(cutOff).toBeGreaterThanOrEqual(KILLS / 4);
  expect(Math.max(...lost)).toBeGreaterThan(0);
});
