import type { ModelClient } from "../providers/model-client.ts";
import { createReplay, type RecordedReply } from "../providers/replay.ts";
import { locateRun } from "../store/locate-run.ts";
import { openRun } from "../store/run-store.ts";
import { ReplayError } from "./replay-error.ts";
import type { Workshop } from "./workshop.ts";

const NO_USAGE = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };

/** `replay/<run>` or `replay/<run>/<model>`: a recorded model that says again what it said in a run. */
export async function openReplay(workshop: Workshop, modelId: string): Promise<ModelClient> {
  const [, run = "", ...rest] = modelId.split("/");
  const wanted = rest.join("/");
  const { results, runId } = await locateRun(run, workshop.results);
  const store = await openRun({ results, runId, mode: "read" });
  const { models } = await store.readRunPlan();
  const found = wanted === "" ? models : models.filter((model) => model.model_id === wanted);
  const [model, ...others] = found;
  if (model === undefined || others.length > 0) {
    throw new ReplayError(
      run,
      wanted,
      models.map(({ model_id }) => model_id),
    );
  }
  const replies = new Map<string, RecordedReply>();
  for (const id of await store.listTranscripts()) {
    const { header, messages } = await store.readTranscript(id);
    if (header.model_id !== model.model_id) continue;
    for (const { role, turn, content, finish_reason, error } of messages) {
      if (role === "user" || error !== undefined) continue;
      const reply = { content, finish_reason: finish_reason ?? "other", usage: NO_USAGE } as const;
      replies.set(`${header.scenario_id}.r${header.repeat} ${turn}`, reply);
    }
  }
  await store.close();
  return createReplay({
    modelId,
    simulated: model.simulated,
    find: (scenarioId, repeat, turn) => replies.get(`${scenarioId}.r${repeat} ${turn}`),
  });
}
