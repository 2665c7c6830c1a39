import { QUALITY_DIMENSIONS } from "../../../../src/domain/dimensions.ts";
import { formatEstimate, formatFailures, formatQuantity } from "../../../../src/domain/number-words.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import { PAGE_INKS, PAPER_INKS } from "../../../../src/figures/shapes.ts";
import { drawSlopes, SLOPES_SIZE, type SlopePoint } from "../../../../src/figures/slopes.ts";
import type { LineRelease, SiteLine } from "../../../../src/site/build-line.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { Drawn } from "../../figures/drawn.tsx";
import { FigureExports } from "../../figures/figure-exports.tsx";
import { nameReleases } from "../../words/names.ts";

const RATES = ["0%", "50%", "100%"] as const;
const SCORES = ["0", "0.5", "1"] as const;

const UNLIKE = "Not all were made alike: where the line is dashed, a difference need not be the assistant’s.";

/** Charts of crossed lines and the three scores over releases, all on the same axis, with their numbers. */
export function LineCharts({ line }: { readonly line: SiteLine }) {
  const { releases } = line;
  const { dimensions: names, fewest_for_rate: fewest } = useSiteIndex();
  const nameOf = (dimension: string) => names.find((it) => it.dimension === dimension)?.name ?? dimension;
  const called = nameReleases(releases);
  const rowOf = (release: LineRelease, words: string) => ({
    key: release.scan,
    name: called.get(release.scan)?.long ?? release.scan,
    words,
  });
  const point = (release: LineRelease) => ({
    name: called.get(release.scan)?.short ?? release.scan,
    isAlike: release.unlike.length === 0,
  });
  const isAnyUnlike = releases.some(({ unlike }) => unlike.length > 0);
  return (
    <section aria-labelledby="over-releases" className="grid gap-4">
      <h2 id="over-releases">Over its releases</h2>
      {isAnyUnlike && (
        <p role="note" className="reading text-unclear">
          {UNLIKE} What differs stands with each release below.
        </p>
      )}
      <div className="grid gap-x-14 gap-y-8 md:grid-cols-2">
        <Chart
          line={line}
          title="Crossed a safety or compliance line"
          better="lower is better"
          ticks={RATES}
          points={releases.map((release) => ({
            ...point(release),
            ...plottedRate(release.hard_fails, fewest),
          }))}
          rows={releases.map((release) => rowOf(release, formatFailures(release.hard_fails, fewest)))}
        />
        {QUALITY_DIMENSIONS.map((dimension) => (
          <Chart
            key={dimension}
            line={line}
            title={nameOf(dimension)}
            better="higher is better"
            ticks={SCORES}
            points={releases.map((release) => ({
              ...point(release),
              value: scoreOf(release, dimension)?.range ?? null,
              interval: scoreOf(release, dimension)?.range?.interval ?? null,
            }))}
            rows={releases.map((release) =>
              rowOf(release, formatEstimate(scoreOf(release, dimension) ?? { range: null })),
            )}
          />
        ))}
      </div>
    </section>
  );
}

function scoreOf({ dimensions }: LineRelease, wanted: string) {
  return dimensions.find(({ dimension }) => dimension === wanted)?.score;
}

interface ChartProps {
  readonly line: SiteLine;
  readonly title: string;
  readonly better: string;
  readonly ticks: readonly [string, string, string];
  readonly points: readonly SlopePoint[];
  readonly rows: readonly { readonly key: string; readonly name: string; readonly words: string }[];
}

/** Chart with its values as text below, for readers who do not see it. */
function Chart({ line, title, better, ticks, points, rows }: ChartProps) {
  const { model_id, releases } = line;
  const conversations = releases.reduce((sum, release) => sum + release.conversations, 0);
  return (
    <figure className="grid content-start gap-2">
      <figcaption>
        <h3>{title}</h3>
        <p className="text-sm text-quiet">{better}</p>
      </figcaption>
      <svg
        viewBox={`0 0 ${SLOPES_SIZE.width} ${SLOPES_SIZE.height}`}
        className="block w-full max-w-xl"
        aria-hidden="true"
      >
        <Drawn shapes={drawSlopes(points, ticks, PAGE_INKS)} />
      </svg>
      <dl className="grid gap-x-4 gap-y-1 text-sm">
        {rows.map(({ key, name, words }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <FigureExports
        scan={releases.map(({ scan }) => scan)}
        title={`${model_id} over its releases: ${title} (${better})`}
        of={`${formatQuantity(releases.length, "release")}, ${formatQuantity(conversations, "conversation")}`}
        doubts={points.every(({ isAlike }) => isAlike) ? [] : [UNLIKE]}
        draw={() => ({ ...SLOPES_SIZE, shapes: drawSlopes(points, ticks, PAPER_INKS) })}
        columns={["release", "low", "high", "interval_low", "interval_high", "made_alike", "words"]}
        rows={points.map(({ value, interval, isAlike }, index) => [
          rows[index]?.name ?? null,
          value?.low ?? null,
          value?.high ?? null,
          interval?.low ?? null,
          interval?.high ?? null,
          isAlike ? "yes" : "no",
          rows[index]?.words ?? null,
        ])}
      />
    </figure>
  );
}
