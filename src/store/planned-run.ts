import { differingParts } from "../domain/fingerprints.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { sha256 } from "../kernel/hash.ts";
import type { TranscriptId } from "../schema/ids.ts";
import { RunPlan, type StoredRunPlan } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { MissingArtefactError, PlanChangedError, RunIncompleteError, RunRedactedError } from "./errors.ts";
import type { RunStore } from "./run-store.ts";

/**
 * The plan that a run goes by. A new run's is written; a resumed run must have been planned alike, or the difference
 * is named, and keeps the plan it had: what it was expected to cost was said before it began.
 */
export async function keepRunPlan(store: RunStore, plan: RunPlan): Promise<RunPlan> {
  if (!(await store.hasRunPlan())) {
    await store.writeRunPlan(plan);
    return plan;
  }
  const kept = await store.readRunPlan();
  if (kept.redacted) throw new RunRedactedError(store.directory);
  await store.refuseOlderJournal();
  const differences = differingParts(kept.fingerprint.parts, plan.fingerprint.parts);
  if (differences.length > 0) throw new PlanChangedError(store.directory, differences);
  return RunPlan.parse(kept);
}

/** A run's transcripts in the order of its plan: all of them, or an error that says how to get the rest. */
export async function* plannedTranscripts(store: RunStore): AsyncGenerator<Transcript> {
  for (const id of await plannedTranscriptIds(store)) yield await readPlannedTranscript(store, id);
}

/** In the order of the plan; none of a redacted run, whose texts are no texts. */
export async function plannedTranscriptIds(store: RunStore): Promise<readonly TranscriptId[]> {
  const plan = await store.readRunPlan();
  if (plan.redacted) throw new RunRedactedError(store.directory);
  return plannedIds(plan);
}

/** One of them, or an error that says how to get it. */
export async function readPlannedTranscript(store: RunStore, id: TranscriptId): Promise<Transcript> {
  const { harness } = await store.readRunPlan();
  return store.readTranscript(id).catch((error: unknown) => {
    // An import is written whole: a file that is missing was taken away, and no command can bring it back.
    if (error instanceof MissingArtefactError && harness !== "import")
      throw new RunIncompleteError(store.runId, { cause: error });
    throw error;
  });
}

function plannedIds(plan: StoredRunPlan): readonly TranscriptId[] {
  if (plan.harness === "import") return plan.conversations.map(({ transcript_id }) => transcript_id);
  const repeats = Array.from({ length: plan.repeats }, (_, index) => index + 1);
  return plan.models.flatMap(({ model_id }) =>
    plan.scenarios.flatMap(({ scenario_id }) =>
      repeats.map((repeat) => transcriptId(modelSlug(model_id, sha256), scenario_id, repeat)),
    ),
  );
}
