import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestCluster, type TestCluster, whyNoPostgres } from "../../src/fleet/postgres.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { drawVictims } from "../fleet/chaos.fixture.ts";
import { surviveRun, type WholeRun, wholeRun } from "../fleet/disturbed-run.fixture.ts";

const SEEDS = Array.from({ length: 12 }, (_, place) => `fleet/${place + 1}`);
/** The first is reached by some, because what the killed had set aside counts. */
const CEILINGS_USD = [0.05, 0.2, 5] as const;

describe.skipIf(whyNoPostgres !== undefined)(
  `a fleet that is killed at random${whyNoPostgres === undefined ? "" : `: ${whyNoPostgres}`}`,
  () => {
    let cluster: TestCluster;
    let whole: WholeRun;
    beforeAll(async () => {
      cluster = await startTestCluster();
      const env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
      expect(await runCli(["queue", "migrate"], { env })).toMatchObject({ exitCode: 0 });
      whole = await wholeRun(4, CEILINGS_USD[0]);
    }, 120_000);
    afterAll(() => cluster?.remove());

    for (const [place, seed] of SEEDS.entries()) {
      const workers = place % 2 === 0 ? 2 : 4;
      test(`a run of ${workers} workers, ${seed}: same bytes, all counted, no ceiling crossed`, async ({
        annotate,
      }) => {
        const kills = drawVictims(seed, 8);
        const chaos = { seed, workers, kills, apart: 8, ceilingsUsd: CEILINGS_USD };
        await annotate(JSON.stringify(await surviveRun(cluster, whole, chaos)));
      });
    }
  },
);
