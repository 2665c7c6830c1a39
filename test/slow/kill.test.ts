import { join } from "node:path";
import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import { expectNothingAskedTwice } from "../e2e/journal-lines.fixture.ts";
import { afterMs, survive, undisturbedEval } from "../e2e/killed-eval.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const KILLS = 20;

/** Runs jobs two at a time, as many as a small machine handles without slowing them. */
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

test("an eval killed at any of twenty moments and resumed gives the bytes of one that was left alone", async ({
  annotate,
}) => {
  await using folder = await temporaryFolder();
  const startedMs = performance.now();
  const whole = await undisturbedEval(join(folder.path, "whole"));
  const durationMs = performance.now() - startedMs;
  expect(whole).toMatchObject({ exitCode: 0 });

  const random = createRandom("kill/1");
  const survivors = await inPairs(
    Array.from({ length: KILLS }, (_, index) => {
      const first = afterMs(((index + random.next()) / KILLS) * durationMs);
      const again = index % 3 === 0 ? [afterMs(random.next() * durationMs * 0.6)] : [];
      return () => survive(join(folder.path, String(index)), [first, ...again]);
    }),
  );

  for (const { exitCode, stderr, hashes, journals } of survivors) {
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(hashes).toEqual(whole.hashes);
    expectNothingAskedTwice(journals);
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
