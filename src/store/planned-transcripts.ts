import type { TranscriptId } from "../schema/ids.ts";
import type { StoredRunPlan } from "../schema/import-plan.ts";
import type { Transcript } from "../schema/transcript.ts";
import { MissingArtifactError } from "./missing-artifact-error.ts";
import { transcriptId } from "./run-directory.ts";
import { RunIncompleteError } from "./run-incomplete-error.ts";
import { RunRedactedError } from "./run-redacted-error.ts";
import type { RunStore } from "./run-store.ts";

/**
 * A run's transcripts in the order of its plan. All of them, or an error that says how to get the rest; none of a
 * redacted run, whose texts are no texts.
 */
export async function* plannedTranscripts(store: RunStore): AsyncGenerator<Transcript> {
  const plan = await store.readRunPlan();
  if (plan.redacted) throw new RunRedactedError(store.directory);
  for (const id of plannedIds(plan)) {
    yield await store.readTranscript(id).catch((error: unknown) => {
      // An import is written whole: a file that is missing was taken away, and no command can bring it back.
      if (error instanceof MissingArtifactError && plan.harness !== "import")
        throw new RunIncompleteError(store.runId, { cause: error });
      throw error;
    });
  }
}

function plannedIds(plan: StoredRunPlan): readonly TranscriptId[] {
  if (plan.harness === "import") return plan.conversations.map(({ transcript_id }) => transcript_id);
  const repeats = Array.from({ length: plan.repeats }, (_, index) => index + 1);
  return plan.models.flatMap(({ model_id }) =>
    plan.scenarios.flatMap(({ scenario_id }) =>
      repeats.map((repeat) => transcriptId(model_id, scenario_id, repeat)),
    ),
  );
}
