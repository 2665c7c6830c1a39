import { useParams } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import type { RunStage } from "../../../../src/site/build-run-page.ts";
import { useLiveRun, useSiteIndex } from "../../data/use-chunk.ts";
import { PrivateNote, SimulatedNote } from "../../parts/bar-note.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { ReadableConversations } from "./run-conversations.tsx";
import { RunStageView } from "./run-stage.tsx";

const STATES = {
  planned: "Planned",
  running: "Running",
  finished: "Finished",
  interrupted: "Interrupted; it can be resumed",
} as const;

const CONNECTIONS = {
  live: "This page follows it.",
  lost: "The server does not answer; this is how it stood.",
  none: "",
} as const;

/** Page of a run and its scans in progress: plan against actual, errors by cause, cost. */
export function RunPage() {
  const { run: runId } = useParams({ from: "/runs/$run" });
  const { run, connection } = useLiveRun(runId);
  const { scans } = useSiteIndex();
  const boardOf = (stage: RunStage) =>
    scans.find(({ run_id, scan_id }) => run_id === runId && stage.stage === "scan" && scan_id === stage.id)
      ?.scan ?? null;
  return (
    <div className="grid gap-8">
      {run.simulated && <SimulatedNote />}
      {run.private && <PrivateNote />}
      <header className="grid gap-2">
        <PageHeading name={`Run ${run.run_id}`} above="Run">
          {run.run_id}
        </PageHeading>
        {run.label !== undefined && (
          <p>
            <span className="label">Release</span> <bdi className="wrap-anywhere">{run.label}</bdi>
          </p>
        )}
        <p role="status">
          <strong>{STATES[run.state]}.</strong> {CONNECTIONS[connection]}
        </p>
        <p className="text-sm text-quiet">
          {formatQuantity(run.scenarios, "scenario")}, {formatQuantity(run.repeats, "repeat")}, harness{" "}
          {run.harness}
          {run.can !== undefined && <bdi> that can, as its maker declares, {run.can.join("; ")}</bdi>}, corpus{" "}
          {run.corpus_version}
        </p>
      </header>
      {run.stages.map((stage) => (
        <RunStageView key={`${stage.stage} ${stage.id}`} stage={stage} board={boardOf(stage)} />
      ))}
      <ReadableConversations run={runId} finished={run.stages[0]?.done.units ?? 0} />
    </div>
  );
}
