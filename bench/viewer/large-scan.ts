/** One scan as large as a board gets, with conversations as long and as varied as recorded ones. */

import { globSync, readFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scenarioTurns } from "../../src/domain/scenarios.ts";
import { RunId } from "../../src/schema/ids.ts";
import { TranscriptHeader } from "../../src/schema/run/transcript.ts";
import { openRun } from "../../src/store/run-store.ts";
import { shippedCorpus, writeSyntheticRun } from "../../test/e2e/synthetic-run.fixture.ts";

export const MODELS = 22;
const VOTES = 3;
const RECORDED = fileURLToPath(new URL("../../data/recorded/runs/", import.meta.url));

/** Writes it, and says how large it is. */
export async function writeLargeScan(results: string): Promise<string> {
  const corpus = await shippedCorpus();
  const scenarios = [...corpus.scenarios.values()];
  const replies = await recordedReplies();
  const models = Array.from({ length: MODELS }, (_, index) => `maker-${index + 1}/model`);
  const scan = await writeSyntheticRun({
    results,
    runId: "large",
    models,
    scenarios,
    failureRate: (_, { severity }) => (severity === "S5" ? 0.01 : 0.08),
  });
  const store = await openRun({ results, runId: RunId.parse("large"), mode: "resume" });
  const { transcripts } = await store.scan(RunId.parse(scan.slice(scan.lastIndexOf("/") + 1))).readPlan();
  for (const [index, { transcript_id }] of transcripts.entries()) {
    const scenario = scenarios[index % scenarios.length];
    if (scenario === undefined) continue;
    await store.writeTranscript({
      header: TranscriptHeader.parse({
        schema_version: 1,
        transcript_id,
        model_id: models[Math.floor(index / scenarios.length)],
        harness: "llm/raw",
        scenario_id: scenario.scenario_id,
        scenario_hash: "0".repeat(64),
        system_prompt_hash: "0".repeat(64),
        sampling: null,
        repeat: 1,
        simulated: false,
        complete: true,
      }),
      messages: scenarioTurns(scenario).flatMap(({ turn }) => [
        { turn: turn.t, role: "user" as const, content: turn.user_message },
        {
          turn: turn.t,
          role: "assistant" as const,
          content: replies[(index * 7 + turn.t * 13) % replies.length] ?? "",
          finish_reason: "stop" as const,
        },
      ]),
    });
  }
  await store.close();
  // It was set on conversations in which nothing is said; without one the viewer says so, and shows the scan.
  await rm(join(scan, "seal.json"));
  const votes = transcripts.length * corpus.checks.size * VOTES;
  const megabytes = Math.round((await stat(join(scan, "verdicts.jsonl"))).size / 1e6);
  return `${MODELS} models × ${scenarios.length} scenarios × ${corpus.checks.size} checks × ${VOTES} votes = ${votes.toLocaleString("en-US")} votes, ${megabytes} MB of verdicts`;
}

/** Replies of a language model in the recorded runs, with realistic variety and length. */
async function recordedReplies(): Promise<readonly string[]> {
  const files = globSync("*/transcripts/*/*.jsonl", { cwd: RECORDED });
  return files.sort().flatMap((file) =>
    readFileSync(join(RECORDED, file), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      // Written by this project, from the schema of a message.
      .map((line) => JSON.parse(line) as { readonly role: string; readonly content: string })
      .flatMap(({ role, content }) => (role === "assistant" ? content : [])),
  );
}
