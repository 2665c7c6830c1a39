/** Generates conversations, one after another or as a run on disk that commands can find. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Corpus } from "../src/corpus/corpus.ts";
import { scenarioTurns } from "../src/domain/scenarios.ts";
import { runManifest } from "../src/harness/run-manifest.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { planRun } from "../src/plan-run/plan-run.ts";
import { type ModelId, RunId } from "../src/schema/ids.ts";
import type { Transcript } from "../src/schema/run/transcript.ts";
import { withInvocation } from "../src/store/journal.ts";
import { runDirectory } from "../src/store/layout.ts";
import { openRun } from "../src/store/run-store.ts";
import type { LexiconMatcher } from "../src/text/match/lexicon-matcher.ts";
import type { BenchReplies } from "./replies.ts";

export interface World {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly replies: BenchReplies;
}

/** Yields conversations: a scenario's messages with the replies of a recorded conversation. */
export function* conversations(
  { corpus, replies }: Pick<World, "corpus" | "replies">,
  count: number,
): Generator<Transcript> {
  const scenarios = [...corpus.scenarios.values()];
  for (let index = 0; index < count; index += 1) {
    const scenario = scenarios[index % scenarios.length];
    const said = replies.conversations[index % replies.conversations.length];
    if (scenario === undefined || said === undefined) throw new Error("there is nothing to say");
    const repeat = 1 + Math.floor(index / scenarios.length);
    yield {
      header: {
        schema_version: 1,
        transcript_id:
          `bench__model/${scenario.scenario_id}.r${repeat}` as Transcript["header"]["transcript_id"], // made in its form
        model_id: "bench/model" as Transcript["header"]["model_id"], // made in its form
        harness: "llm/raw",
        scenario_id: scenario.scenario_id,
        scenario_hash: corpus.scenarioHashes.get(
          scenario.scenario_id,
        ) as Transcript["header"]["scenario_hash"], // every scenario has one
        system_prompt_hash: corpus.hash as Transcript["header"]["system_prompt_hash"], // any hash will do
        sampling: null,
        repeat,
        simulated: true,
        complete: true,
      },
      messages: scenarioTurns(scenario).flatMap(({ turn }, at) => [
        { turn: turn.t, role: "user" as const, content: turn.user_message },
        { turn: turn.t, role: "assistant" as const, content: said[at % said.length] ?? "" },
      ]),
    };
  }
}

/** Repeats every scenario as often as needed. Returns the number of conversations, at least the requested one. */
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
      reactionRulesHash: corpus.hash,
    });
    await run.writeRunPlan(plan);
    const count = plan.totals.conversations;
    const { transcript: pathOf } = runDirectory(results, run.runId);
    // Writes without sync, unlike a run, because this data may be lost.
    for (const { header, messages } of conversations(world, count)) {
      const path = pathOf(header.transcript_id);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, [header, ...messages].map((line) => `${JSON.stringify(line)}\n`).join(""));
    }
    const journal = await run.journal();
    const leg = { id: run.runId, planHash: plan.fingerprint.hash, clock: systemClock };
    await withInvocation(journal, leg, async () =>
      run.writeManifest(runManifest(run.runId, plan, count, journal.totals, systemClock)),
    );
    return count;
  } finally {
    await run.close();
  }
}
