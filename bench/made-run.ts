/** A run of made conversations on disk, as a command finds it. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { runManifest } from "../src/harness/run-manifest.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { planRun } from "../src/plan-run/plan-run.ts";
import { type ModelId, RunId } from "../src/schema/ids.ts";
import { withLeg } from "../src/store/journal.ts";
import { runDirectory } from "../src/store/layout.ts";
import { openRun } from "../src/store/run-store.ts";
import { conversations, type World } from "./scan.ts";

/** Every scenario as often as it takes; returns how many conversations there are, which is at least as many as were asked for. */
export async function writeMadeRun(
  { results, name, atLeast }: { readonly results: string; readonly name: string; readonly atLeast: number },
  world: World,
): Promise<number> {
  const { corpus } = world;
  const repeats = Math.ceil(atLeast / corpus.scenarios.size);
  const run = await openRun({ results, runId: RunId.parse(name), mode: "create" });
  try {
    const plan = planRun({
      request: {
        models: [{ modelId: "bench/model" as ModelId, simulated: true }], // made in its form
        repeats,
        harness: "llm/raw",
        sampling: { temperature: 0, max_tokens: 1024, seed: null },
        status: "all",
      },
      corpus,
      lineTemplatesHash: corpus.hash,
      listeningHash: corpus.hash,
    });
    await run.writeRunPlan(plan);
    const count = plan.totals.conversations;
    const { transcript: pathOf } = runDirectory(results, run.runId);
    // Not as a run writes them, one by one to the platter: nobody minds if they are lost.
    for (const { header, messages } of conversations(world, count)) {
      const path = pathOf(header.transcript_id);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, [header, ...messages].map((line) => `${JSON.stringify(line)}\n`).join(""));
    }
    const journal = await run.journal();
    const leg = { id: run.runId, planHash: plan.fingerprint.hash, clock: systemClock };
    await withLeg(journal, leg, async () =>
      run.writeManifest(runManifest(run.runId, plan, count, journal.totals, systemClock)),
    );
    return count;
  } finally {
    await run.close();
  }
}
