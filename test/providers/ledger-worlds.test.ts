import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { drawWorld, live, type Story } from "./ledger-worlds.fixture.ts";

/** The last world is killed between a reply and its line, when the next call needs the remaining money. */
const WORLDS = [...Array.from({ length: 199 }, (_, number) => number), 385];
/** Rounding error of sums of fractions of a dollar. */
const DRIFT_USD = 1e-9;

test("in 200 worlds of retries, billed failures, kills and resumes: known ≤ bill ≤ at most ≤ ceiling", async ({
  annotate,
}) => {
  await using folder = await temporaryFolder();
  const stories: Story[] = [];
  for (const number of WORLDS) {
    const world = drawWorld(number);
    const story = await live(world, join(folder.path, String(number)));
    stories.push(story);
    const why = JSON.stringify({ number, ...world, requests: world.requests.length, story });
    for (const { knownUsd, atMostUsd, billUsd, ledgerUsd, atMostUsdInMemory } of story.accounts) {
      expect(knownUsd, why).toBeLessThanOrEqual(billUsd + DRIFT_USD);
      expect(billUsd, why).toBeLessThanOrEqual(atMostUsd + DRIFT_USD);
      if (world.ceilingUsd !== null) expect(atMostUsd, why).toBeLessThanOrEqual(world.ceilingUsd + DRIFT_USD);
      // Each settlement is rounded up to a whole nano-dollar.
      if (ledgerUsd !== null) {
        expect(ledgerUsd - atMostUsd, why).toBeGreaterThanOrEqual(-DRIFT_USD);
        expect(ledgerUsd - atMostUsd, why).toBeLessThanOrEqual((story.attempts + 1) * DRIFT_USD);
      }
      if (story.kills === 0 && !world.hasMute)
        expect(Math.abs(knownUsd - billUsd), why).toBeLessThanOrEqual(DRIFT_USD);
      // The total in memory equals the total of the file.
      expect(atMostUsdInMemory ?? atMostUsd, why).toBe(atMostUsd);
    }
  }
  const sum = (of: (story: Story) => number) => stories.reduce((total, story) => total + of(story), 0);
  const seen = {
    attempts: sum(({ attempts }) => attempts),
    retries: sum(({ retries }) => retries),
    kills: sum(({ kills }) => kills),
    refusals: sum(({ refusals }) => refusals),
    lost: sum(({ lost }) => lost),
    ceilings: sum(({ reachedCeiling }) => Number(reachedCeiling)),
  };
  await annotate(JSON.stringify(seen));
  // Otherwise the worlds have tested nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
