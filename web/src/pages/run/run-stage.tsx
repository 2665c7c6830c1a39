import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { formatDuration, formatQuantity, formatUsd } from "../../../../src/domain/number-words.ts";
import type { RunStage } from "../../../../src/site/build-run-page.ts";
import { ScrollBox } from "../../parts/boxes.tsx";

interface RunStageProps {
  readonly stage: RunStage;
  /** Scan whose board shows the results; null if there is none yet. */
  readonly board: string | null;
}

/** One stage: planned and done. */
export function RunStageView({ stage, board }: RunStageProps) {
  const { planned, done, calls, by_model, errors } = stage;
  const title = stage.stage === "run" ? "Conversations" : `Judging, ${stage.id}`;
  const answered = calls.replied + calls.failed;
  const id = `stage-${stage.stage}-${stage.id}`;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{title}</h2>
      <p className="text-sm">
        {stage.state}, asking <bdi>{stage.asks}</bdi>
        {stage.legs > 1 && `, resumed ${formatQuantity(stage.legs - 1, "time")}`}
      </p>
      {board !== null && (
        <p>
          <Link to="/s/$scan" params={{ scan: board }}>
            What was found
          </Link>
        </p>
      )}
      {stage.alarm !== null && (
        <p role="alert" className="reading border-s-4 border-fail ps-3 font-semibold text-fail">
          {stage.alarm}
        </p>
      )}
      {stage.elapsed_ms > 0 && (
        <p className="text-sm">
          {formatDuration(stage.elapsed_ms)} at work
          {stage.remaining_ms !== null && `, about ${formatDuration(stage.remaining_ms)} left at this pace`}
        </p>
      )}
      <ProgressBar
        name="Calls"
        done={answered}
        of={stage.state === "finished" ? answered : planned.calls_expected}
      />
      <ScrollBox name={`Plan against actual: ${title}`}>
        <table className="table max-w-3xl text-sm">
          <caption>Plan against actual</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col" className="number">
                Planned
              </th>
              <th scope="col" className="number">
                Actual
              </th>
            </tr>
          </thead>
          <tbody>
            <PlanRow
              name={stage.stage === "run" ? "Conversations" : "Conversations to judge"}
              planned={String(planned.units)}
              actual={
                done.units === null
                  ? "—"
                  : `${done.units}${done.incomplete ? ` (${done.incomplete} incomplete)` : ""}`
              }
            />
            <PlanRow name="Calls" planned={callRange(planned)} actual={String(answered)} />
            <PlanRow name="Failed calls" planned="—" actual={String(calls.failed)} />
            <PlanRow name="Retries" planned="—" actual={String(calls.retries)} />
            <PlanRow name="From the cache" planned="—" actual={String(calls.from_cache)} />
            <PlanRow
              name={stage.state === "running" ? "Under way" : "Without an answer"}
              planned="—"
              actual={String(calls.in_flight)}
            />
            <PlanRow name="Cost" planned={formatUsd(planned.cost_usd)} actual={formatUsd(calls.cost_usd)} />
          </tbody>
        </table>
      </ScrollBox>
      {by_model.length > 0 && (
        <div className="grid gap-2">
          <h3>By assistant</h3>
          {by_model.map(({ model_id, planned: units, done: finished, failed }) => (
            <ProgressBar
              key={model_id}
              name={model_id}
              done={finished}
              of={units}
              note={failed === 0 ? "" : formatQuantity(failed, "failed call")}
            />
          ))}
        </div>
      )}
      {errors.length > 0 && (
        <div className="grid gap-2">
          <h3>Errors by cause</h3>
          <ul className="grid gap-2">
            {errors.map(({ cause, count, example }) => (
              <li key={cause}>
                <strong>{count}</strong> {cause}
                <p className="text text-sm text-quiet">{example}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function PlanRow({
  name,
  planned,
  actual,
}: {
  readonly name: string;
  readonly planned: string;
  readonly actual: string;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{planned}</td>
      <td className="number">{actual}</td>
    </tr>
  );
}

function callRange({ calls_low, calls_expected, calls_high }: RunStage["planned"]): string {
  return calls_low === calls_high
    ? String(calls_expected)
    : `${calls_expected} (${calls_low} to ${calls_high})`;
}

interface ProgressBarProps {
  readonly name: string;
  readonly done: number;
  readonly of: number;
  readonly note?: string;
}

function ProgressBar({ name, done, of, note = "" }: ProgressBarProps) {
  const id = useId();
  return (
    <div className="grid max-w-3xl grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(8rem,12rem)_1fr_auto]">
      <label htmlFor={id}>
        <bdi>{name}</bdi>
      </label>
      <progress
        id={id}
        className="bar max-sm:order-last max-sm:col-span-2"
        value={Math.min(done, of)}
        max={Math.max(1, of)}
      />
      <span className="tabular-nums">
        {done} of {of}
        {note !== "" && `, ${note}`}
      </span>
    </div>
  );
}
