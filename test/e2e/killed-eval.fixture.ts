import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathExists } from "../../src/store/file-system.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { type CliResult, spawnCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { describeJournals, journalPaths, readJournal } from "./journal-lines.fixture.ts";

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

/** An eval that is not killed. */
export async function undisturbedEval(results: string) {
  const { exitCode, stderr } = await spawnCli(begin(results), SLOW_MODELS);
  return { exitCode, stderr, hashes: await artefactHashes(join(results, RUN_ID)) };
}

/** Settles at the moment at which a process is to be killed. */
export type Moment = (results: string) => Promise<unknown>;

export function afterMs(ms: number): Moment {
  return () => delay(ms);
}

/** When the run is there, and the journals of the run and of its scan have so many lines. */
export function afterLines(ofRun: number, ofScan: number): Moment {
  return async (results) => {
    const run = join(results, RUN_ID);
    for (;;) {
      const isThere = await pathExists(run);
      const [runLines, scanLines] = await Promise.all((await journalPaths(run)).map(readJournal));
      if (isThere && (runLines?.length ?? 0) >= ofRun && (scanLines?.length ?? 0) >= ofScan) return;
      await delay(10);
    }
  };
}

async function killAt(args: readonly string[], results: string, moment: Moment): Promise<void> {
  const cli = startCli(args, SLOW_MODELS);
  await Promise.race([cli.finished, moment(results)]);
  cli.kill("SIGKILL");
  await cli.finished;
}

/** Resumes; a run that was killed before it had a directory is begun again. */
async function complete(results: string): Promise<CliResult> {
  const resumed = await spawnCli(resume(results), SLOW_MODELS);
  return resumed.stderr.includes("IB_NO_SUCH_RUN") ? spawnCli(begin(results), SLOW_MODELS) : resumed;
}

/** Whether a leg of the run or of its scan was cut off between its first line and its last. */
async function wasCutOff(results: string): Promise<boolean> {
  const journals = await Promise.all((await journalPaths(join(results, RUN_ID))).map(readJournal));
  return journals.some((lines) => lines.length > 0 && lines.at(-1)?.event !== "closed");
}

/** One eval, killed once or more and then completed. Returns what there is to say about it. */
export async function survive(results: string, [first, ...later]: readonly [Moment, ...Moment[]]) {
  await killAt(begin(results), results, first);
  const cutOff = await wasCutOff(results);
  for (const moment of later) await killAt(resume(results), results, moment);
  const { exitCode, stderr } = await complete(results);
  const run = join(results, RUN_ID);
  return {
    exitCode,
    stderr,
    cutOff,
    journals: await describeJournals(run),
    hashes: await artefactHashes(run),
  };
}
