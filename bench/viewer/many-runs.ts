import { cp } from "node:fs/promises";
import { join } from "node:path";
import { shippedCorpus, writeSyntheticRun } from "../../test/e2e/synthetic-run.fixture.ts";
import { goal, median } from "./goals.ts";
import { startViewer } from "./viewer-process.ts";

const RUNS = 2000;
const INDEX_GOAL_MS = 1000;

/** Measures the index of a folder with many runs: the first time, when all are read, and without changes. */
export async function measureIndex(results: string): Promise<readonly string[]> {
  const { scenarios } = await shippedCorpus();
  const [scenario] = scenarios.values();
  if (scenario === undefined) throw new Error("the corpus has no scenario");
  await writeSyntheticRun({
    results,
    runId: "run-0",
    models: ["maker/model"],
    scenarios: [scenario],
    failureRate: () => 0.05,
  });
  for (let number = 1; number < RUNS; number += 1)
    await cp(join(results, "run-0"), join(results, `run-${number}`), { recursive: true });
  await using viewer = await startViewer(results);
  const times: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const asked = performance.now();
    await (await fetch(new URL("data/index.json", viewer.url))).text();
    times.push(performance.now() - asked);
  }
  return [
    `index of ${RUNS.toLocaleString("en-US")} runs, first: ${(viewer.readyMs / 1000).toFixed(1)} s, before the server is ready`,
    goal("index after the first, median of 3", median(times), INDEX_GOAL_MS, "ms"),
  ];
}
