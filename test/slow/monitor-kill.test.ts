import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { type StartedCli, spawnCli, startCli } from "../e2e/cli.fixture.ts";
import { VALID_CORPUS } from "../e2e/corpus-copy.fixture.ts";
import { writeLog } from "../e2e/made-log.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

test.each([1, 2, 4])(
  "killed again and again until it is done, with bad records, it is the same bytes: %i workers",
  async (workers) => {
    await using folder = await temporaryFolder();
    const log = join(folder.path, "log.jsonl");
    await writeLog(log, { conversations: 10_000, badOneIn: 50 });
    const commandFor = (out: string, threads: number) => [
      ...["monitor", log, "--from", "chat-jsonl", "--corpus", VALID_CORPUS, "--max-bad-share", "0.1"],
      ...["--chunk-size", "100", "--sample", "50", "--quiet", "--workers", String(threads), "--out", out],
    ];
    const whole = join(folder.path, "whole");
    expect(await spawnCli(commandFor(whole, 1))).toMatchObject({ exitCode: 0 });
    const killed = join(folder.path, "killed");
    const random = createRandom(`kills/${workers}`);
    const done = async () => (await readdir(join(killed, "chunks")).catch(() => [])).length;
    const all = (await readdir(join(whole, "chunks"))).length;
    // By how much is done, and at the end by the clock: a busy machine takes its time to begin.
    const disturb = async (cli: StartedCli, moment: () => Promise<unknown>): Promise<boolean> => {
      const over = cli.finished.then(({ exitCode }) => exitCode === 0);
      const isOver = await Promise.race([over, moment().then(() => false)]);
      cli.kill("SIGKILL");
      await cli.finished;
      return isOver;
    };
    const until = async (files: number) => {
      while ((await done()) < files) await delay(5);
    };
    let kills = 0;
    for (let files = await done(); files < all; files = await done(), kills += 1) {
      const target = Math.min(all, files + 1 + random.below(120));
      await disturb(startCli(commandFor(killed, workers)), () => until(target));
    }
    for (let late = 0; late < 3; late += 1, kills += 1) {
      const moment = () => delay(1500 + random.below(2000));
      if (await disturb(startCli(commandFor(killed, workers)), moment)) break;
    }
    expect(await spawnCli(commandFor(killed, workers))).toMatchObject({ exitCode: 0 });
    expect(kills).toBeGreaterThan(0);
    expect(await readdir(killed)).toEqual(await readdir(whole));
    expect(await artefactHashes(killed)).toEqual(await artefactHashes(whole));
  },
);
