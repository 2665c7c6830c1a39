import { formatName } from "../../../../src/domain/dimensions.ts";
import { formatEstimate, formatQuantity } from "../../../../src/domain/number-words.ts";
import { DEPTH_SIZE, drawDepthCurve } from "../../../../src/figures/depth-curve.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import { PAPER_INKS } from "../../../../src/figures/shapes.ts";
import type { ModelPage } from "../../../../src/site/pages/build-model-page.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { FigureExports } from "../../figures/figure-exports.tsx";
import { IntervalRows } from "../../parts/interval-plot.tsx";
import { CheckLink } from "../../parts/links.tsx";
import { formatCount, formatProportion } from "../../words/format-number.ts";
import { categoryWords, severityWords } from "../../words/verdict-words.ts";
import { DepthCurve, FigureTable } from "./profile-figures.tsx";

const RATE_TICKS = ["0%", "50%", "100%"];
const SCORE_TICKS = ["0", "0.5", "1"];

/** Profile of the assistant by dimension, by kind of scenario, by severity and by depth. */
export function ModelProfile({ page }: { readonly page: ModelPage }) {
  const { dimensions: names, fewest_for_rate: fewest } = useSiteIndex();
  const nameOf = (dimension: string) => names.find((it) => it.dimension === dimension)?.name ?? dimension;
  const dimensions = page.dimensions.map(({ dimension, failures, peers }) => ({
    peers,
    key: dimension,
    name: nameOf(dimension),
    ...plottedRate(failures, fewest),
    words: formatProportion(failures, fewest),
  }));
  const categories = page.categories.map(({ category, overall, peers }) => ({
    peers,
    key: category,
    name: categoryWords[category],
    value: overall.range,
    interval: overall.range?.interval ?? null,
    words: formatEstimate(overall),
  }));
  const severities = page.severities.map(({ severity, failures, peers }) => ({
    peers,
    key: severity,
    name: formatName(severityWords[severity]),
    ...plottedRate(failures, fewest),
    words: formatProportion(failures, fewest),
  }));
  const taken = (what: string) => ({
    scan: page.scan,
    title: `${page.model.model_id}: ${what}`,
    of: formatQuantity(page.model.conversations, "conversation"),
  });
  const points = page.turns.map(({ turn, failing, conversations }) => ({
    turn,
    k: failing,
    n: conversations,
  }));
  return (
    <section aria-labelledby="profile" className="grid gap-4">
      <h2 id="profile">Profile</h2>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <FigureTable
          title="Checks failed, by dimension"
          picture={
            <IntervalRows
              rows={dimensions}
              shape="diamond"
              ticks={RATE_TICKS}
              taken={taken("checks failed, by dimension")}
            />
          }
          columns={["Dimension", "Failed of decided"]}
          rows={dimensions.map(({ name, words }) => [name, words])}
        />
        {categories.length > 0 && (
          <FigureTable
            title="Overall score, by kind of scenario"
            picture={
              <IntervalRows
                rows={categories}
                ticks={SCORE_TICKS}
                taken={taken("overall score, by kind of scenario")}
              />
            }
            columns={["Kind", "Overall"]}
            rows={categories.map(({ name, words }) => [name, words])}
          />
        )}
        <FigureTable
          title="Checks failed, by severity"
          picture={
            <IntervalRows
              rows={severities}
              shape="diamond"
              ticks={RATE_TICKS}
              taken={taken("checks failed, by severity")}
            />
          }
          columns={["Severity", "Failed of decided"]}
          rows={severities.map(({ name, words }) => [name, words])}
        />
        {page.turns.some(({ failing }) => failing > 0) && (
          <FigureTable
            title="Failures by turn"
            note={`Conversations with a quoted failure in this turn, of those that got so far. Below ${fewest} of them the count stands alone.`}
            picture={
              <>
                <DepthCurve fewestForRate={fewest} points={points} />
                <FigureExports
                  {...taken("failures by turn")}
                  draw={() => ({ ...DEPTH_SIZE, shapes: drawDepthCurve(points, fewest, PAPER_INKS) })}
                  columns={["turn", "failing", "conversations"]}
                  rows={points.map(({ turn, k, n }) => [turn, k, n])}
                />
              </>
            }
            columns={["Turn", "Failing of those that got there"]}
            rows={page.turns.map(({ turn, failing, conversations }) => [
              String(turn),
              formatCount({ k: failing, n: conversations }),
            ])}
          />
        )}
      </div>
    </section>
  );
}

/** Explains the grey marks. */
function PeersNote({ page: { peers } }: { readonly page: ModelPage }) {
  const others = peers.overall.length;
  if (others === 0) return null;
  return (
    <p className="text-sm text-quiet lg:col-span-2">
      Here and below grey rings are the {others === 1 ? "other assistant" : `${others} other assistants`} of
      this scan, without their intervals; a grey bar is one of which something is open.
    </p>
  );
}

/** Overall results: crossed lines, quality and overall score, with intervals and the other assistants behind. */
export function ModelScores({ page }: { readonly page: ModelPage }) {
  const { fewest_for_rate: fewest } = useSiteIndex();
  const { model, peers } = page;
  const lines = {
    key: "lines",
    name: "Crossed a line",
    ...plottedRate(model.hard_fails, fewest),
    words: formatProportion(model.hard_fails, fewest),
    peers: peers.hard_fails,
  };
  const scores = (["quality", "overall"] as const).map((score) => ({
    key: score,
    name: score === "quality" ? "Quality, lines aside" : "Overall, 0 where crossed",
    value: model[score].range,
    interval: model[score].range?.interval ?? null,
    words: formatEstimate(model[score]),
    peers: peers[score],
  }));
  return (
    <div className="grid max-w-5xl items-start gap-x-14 gap-y-4 lg:grid-cols-2">
      <IntervalRows rows={[lines]} shape="diamond" ticks={RATE_TICKS} />
      <IntervalRows rows={scores} ticks={SCORE_TICKS} />
      <PeersNote page={page} />
    </div>
  );
}

const SHOWN_BLINDSPOTS = 10;

/** Lists the checks with the most certain failures. */
export function WorstBlindspots({ page }: { readonly page: ModelPage }) {
  const { fewest_for_rate } = useSiteIndex();
  const rows = page.blindspots
    .filter(({ cell }) => cell.k > 0)
    .slice(0, SHOWN_BLINDSPOTS)
    .map(({ mode_id, cell, peers }) => ({
      peers,
      key: mode_id,
      name: <CheckLink scan={page.scan} checkId={mode_id} named />,
      ...plottedRate(cell, fewest_for_rate),
      words: formatProportion(cell, fewest_for_rate),
    }));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="blindspots" className="grid gap-3">
      <h2 id="blindspots">Its blind spots, surest first</h2>
      <div className="max-w-3xl wide-names">
        <IntervalRows rows={rows} shape="diamond" ticks={["0%", "50%", "100%"]} />
      </div>
    </section>
  );
}
