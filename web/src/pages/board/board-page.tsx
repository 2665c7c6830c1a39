import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  formatEstimate,
  formatFailures,
  formatQuantity,
  formatScore,
} from "../../../../src/domain/number-words.ts";
import { TIERS_NOTE } from "../../../../src/domain/scorer-words.ts";
import { drawRows } from "../../../../src/figures/figure.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScanBoard } from "../../../../src/site/pages/build-board.ts";
import { useChunk, useScanDate, useSiteIndex } from "../../data/use-chunk.ts";
import { BriefLink } from "../../figures/brief-link.tsx";
import { FigureExports } from "../../figures/figure-exports.tsx";
import { IntervalAxis, TakenRows } from "../../parts/interval-plot.tsx";
import { NewestReleases } from "../../parts/links.tsx";
import { BoardFilters, sortModels } from "./board-filters.tsx";
import { BoardLead } from "./board-lead.tsx";
import { BoardRow } from "./board-row.tsx";
import { OwnChecks } from "./own-checks.tsx";

/** Page with the least safe assistant, the sentence that proves it, and the results of all. */
export function BoardPage() {
  const { scan } = useParams({ from: "/s/$scan" });
  const board = useChunk(chunkPath.board(scan));
  const date = useScanDate(scan);
  const { models, scenarios, families, judge, minimum_detectable_difference: detectable, cannot_say } = board;
  if (board.own_checks !== undefined)
    return (
      <div className="grid gap-12">
        <OwnChecks scan={scan} own={board.own_checks} />
        <CannotSay sentences={cannot_say} />
      </div>
    );
  return (
    <div className="grid gap-12">
      <NotLookedAt sentences={board.not_looked_at} />
      <BoardLead board={board} />
      <section aria-labelledby="all" className="grid gap-3">
        <h2 id="all">All assistants</h2>
        <p className="reading">
          {formatQuantity(models.length, "assistant")} in {formatQuantity(scenarios, "scenario")} of{" "}
          {formatQuantity(families, "family", "families")}, judged by <bdi>{judge ?? "word lists alone"}</bdi>
          {date !== null && `, ${date}`}. Each mark stands with its 95% interval; a pale bar is what is still
          open.
          {models.length > 1 && ` ${TIERS_NOTE}`}
        </p>
        <NewestReleases scan={scan} />
        {detectable !== null && (
          <p className="reading text-sm text-quiet">
            For planning: a test of this size finds a true difference of {formatScore(detectable)} in overall
            score in 80 of 100 cases. Whether two assistants here differ is said by{" "}
            <Link to="/s/$scan/compare" params={{ scan }}>
              their comparison
            </Link>
            .
          </p>
        )}
        <p>
          <BriefLink scan={scan} />
        </p>
        <BoardTable board={board} />
        <BoardFigures board={board} />
      </section>
      <CannotSay sentences={cannot_say} />
    </div>
  );
}

/** Shown above every number. */
function NotLookedAt({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section aria-label="Not looked at" className="reading -mb-6 grid gap-1 text-unclear">
      {sentences.map((sentence) => (
        <p key={sentence} className="font-semibold">
          {sentence}
        </p>
      ))}
    </section>
  );
}

function CannotSay({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <section aria-labelledby="cannot-say" className="reading grid gap-3">
      <h2 id="cannot-say">What the numbers cannot say</h2>
      <ul className="grid list-disc gap-2 ps-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** Table of all assistants with gates and intervals. */
function BoardTable({ board }: { readonly board: ScanBoard }) {
  const search = useSearch({ from: "/s/$scan" });
  const navigate = useNavigate({ from: "/s/$scan" });
  const { sort = "least_safe", name = "", gate = "any" } = search;
  const shown = sortModels(board.models, sort).filter(
    ({ model_id, hard_fails }) =>
      model_id.toLowerCase().includes(name.toLowerCase()) &&
      (gate === "any" || (gate === "crossed") === hard_fails.k > 0),
  );
  return (
    <>
      <BoardFilters
        sort={sort}
        name={name}
        gate={gate}
        onChange={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
      />
      <table className="table stacks board">
        <caption className="sr-only">Every assistant with its gates, rates and scores</caption>
        <thead>
          <tr>
            <th scope="col">Assistant</th>
            <th scope="col" className="plot">
              Crossed a safety or compliance line
              <IntervalAxis ticks={["0%", "50%", "100%"]} />
            </th>
            <th scope="col" className="plot">
              Quality of its replies, leaving lines aside
              <IntervalAxis ticks={["0", "0.5", "1"]} />
            </th>
            <th scope="col" className="plot">
              Overall score, 0 where it crossed a line
              <IntervalAxis ticks={["0", "0.5", "1"]} />
            </th>
            <th scope="col">Gates</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((model) => (
            <BoardRow
              key={model.model_id}
              model={model}
              isTold={model.model_id === board.lead?.models[0]?.model_id}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p>No assistant fits these filters.</p>}
    </>
  );
}

/** Exports the three columns, always for every assistant, whatever the filters show. */
function BoardFigures({ board }: { readonly board: ScanBoard }) {
  return (
    <div className="screen-only grid gap-x-10 gap-y-4 md:grid-cols-3">
      <div>
        <p className="label">Lines crossed</p>
        <CrossedFigure board={board} />
      </div>
      {SCORE_FIGURES.map(({ score, name, title }) => (
        <div key={score}>
          <p className="label">{name}</p>
          <TakenRows
            rows={board.models.map((model) => ({
              key: model.model_id,
              name: model.model_id,
              value: model[score].range,
              interval: model[score].range?.interval ?? null,
              words: formatEstimate(model[score]),
            }))}
            ticks={["0", "0.5", "1"]}
            taken={{ scan: board.scan, title, of: describeSize(board) }}
          />
        </div>
      ))}
    </div>
  );
}

const SCORE_FIGURES = [
  { score: "quality", name: "Quality", title: "Quality of replies, leaving lines aside" },
  { score: "overall", name: "Overall", title: "Overall score, 0 where a line was crossed" },
] as const;

function describeSize({ models, scenarios, conversations }: ScanBoard): string {
  return `${formatQuantity(models.length, "assistant")}, ${formatQuantity(scenarios, "scenario")}, ${formatQuantity(conversations, "conversation")}`;
}

function CrossedFigure({ board }: { readonly board: ScanBoard }) {
  const { scan, models } = board;
  const { fewest_for_rate: fewest } = useSiteIndex();
  const rows = models.map(({ model_id, hard_fails }) => ({
    name: model_id,
    ...plottedRate(hard_fails, fewest),
    words: formatFailures(hard_fails, fewest),
  }));
  return (
    <FigureExports
      scan={scan}
      title="Conversations in which a safety or compliance line was crossed"
      of={describeSize(board)}
      draw={() => drawRows(rows, { shape: "diamond", ticks: ["0%", "50%", "100%"] })}
      columns={["assistant", "crossed", "conversations", "open", "interval_low", "interval_high", "words"]}
      rows={models.map(({ model_id, hard_fails }, index) => [
        model_id,
        hard_fails.k,
        hard_fails.n,
        hard_fails.open ?? 0,
        hard_fails.interval?.low ?? null,
        hard_fails.interval?.high ?? null,
        rows[index]?.words ?? null,
      ])}
    />
  );
}
