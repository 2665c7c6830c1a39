import type { Transcript } from "../schema/transcript.ts";
import { MissingArtifactError } from "./missing-artifact-error.ts";
import { transcriptId } from "./run-directory.ts";
import { RunIncompleteError } from "./run-incomplete-error.ts";
import type { RunStore } from "./run-store.ts";

/** A run's transcripts in the order of its plan. All of them, or an error that says how to get the rest. */
export async function* plannedTranscripts(store: RunStore): AsyncGenerator<Transcript> {
  const plan = await store.readRunPlan();
  for (const { model_id } of plan.models) {
    for (const { scenario_id } of plan.scenarios) {
      for (let repeat = 1; repeat <= plan.repeats; repeat++) {
        yield await store
          .readTranscript(transcriptId(model_id, scenario_id, repeat))
          .catch((error: unknown) => {
            if (error instanceof MissingArtifactError)
              throw new RunIncompleteError(store.runId, { cause: error });
            throw error;
          });
      }
    }
  }
}
