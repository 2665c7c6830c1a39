import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { drawVictims } from "../fleet/chaos.fixture.ts";
import { surviveEval, type WholeEval, wholeEval } from "../fleet/disturbed-eval.fixture.ts";
import { surviveRun, type WholeRun, wholeRun } from "../fleet/disturbed-run.fixture.ts";

const SEEDS = Array.from({ length: 12 }, (_, place) => `fleet/${place + 1}`);
/** The first is reached by some, because what the killed had set aside counts. */
const CEILINGS_USD = [0.05, 0.2, 5] as const;
const CEILINGS_OF_EVAL_USD = [1, 3, 10] as const;

describeOnPostgres("a fleet that is killed at random", () => {
  let cluster: TestCluster;
  let whole: WholeRun;
  let judged: WholeEval;
  beforeAll(async () => {
    cluster = await startTestCluster();
    const env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    expect(await runCli(["queue", "migrate"], { env })).toMatchObject({ exitCode: 0 });
    whole = await wholeRun(4, CEILINGS_USD[0]);
    judged = await wholeEval(CEILINGS_OF_EVAL_USD[0]);
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
    test(`an eval of ${workers} workers, ${seed}: same bytes, all counted, no ceiling crossed`, async ({
      annotate,
    }) => {
      const kills = drawVictims(`${seed}/eval`, 8);
      const chaos = { seed, workers, kills, apart: 8, ceilingsUsd: CEILINGS_OF_EVAL_USD };
      await annotate(JSON.stringify(await surviveEval(cluster, judged, chaos)));
    });
  }
});
