import { formatQuantity } from "../../../../src/domain/number-words.ts";
import type { SiteComparison } from "../../../../src/site/build-comparison.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { IntervalAxis, IntervalPlot, TakenRows } from "../../parts/interval-plot.tsx";
import { describeDifference, towardsBetter } from "../../words/describe-results.ts";
import type { Sides } from "./sides.tsx";
import { SideCounts, SideHeadings, SideScores } from "./sides.tsx";

interface ComparedMeasuresProps {
  readonly comparison: SiteComparison;
  readonly names: Sides;
}

/** Shows paired differences with their intervals: further right means that the second assistant is better, for every measure. */
export function ComparedMeasures({ comparison, names }: ComparedMeasuresProps) {
  const { measures, scenarios } = comparison;
  const shared = new Set(scenarios.filter(({ a, b }) => a && b).map(({ scenario_id }) => scenario_id)).size;
  const widest = Math.max(
    0.1,
    ...measures.flatMap(({ difference, interval }) =>
      [difference?.low, difference?.high, interval?.low, interval?.high].map((it) => Math.abs(it ?? 0)),
    ),
  );
  const reach = Math.ceil(widest * 10) / 10;
  const ticks = [reach.toFixed(1), "0", `${reach.toFixed(1)} `];
  return (
    <section aria-labelledby="measures" className="grid gap-3">
      <h2 id="measures">Differences, paired by scenario</h2>
      <ScrollBox name="Table of differences">
        <table className="table stacks measures">
          <caption>
            {formatQuantity(shared, "scenario")} that both went through. <bdi>{names.b}</bdi> minus{" "}
            <bdi>{names.a}</bdi>, with 95% intervals; the marks lean to whoever is better. What is open counts
            either way. One is called better where p, in the least favourable case and adjusted for all these
            measures, is at most 0.05.
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <SideHeadings names={names} />
              <th scope="col" className="plot">
                Difference
                <span className="flex justify-between gap-2 font-normal">
                  <span>← first better</span>
                  <span>second better →</span>
                </span>
                <IntervalAxis ticks={ticks} />
              </th>
              <th scope="col">In words</th>
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr key={measure.measure}>
                <th scope="row">
                  {measure.name}
                  <span className="block text-xs text-quiet">
                    in {formatQuantity(measure.scenarios, "scenario")}
                  </span>
                </th>
                {measure.counted === null ? (
                  <SideScores names={names} a={measure.a} b={measure.b} />
                ) : (
                  <SideCounts names={names} counted={measure.counted} />
                )}
                <td className="plot" data-label="← first better, second better →">
                  <IntervalPlot
                    value={towardsBetter(measure.difference, measure.better)}
                    interval={towardsBetter(measure.interval, measure.better)}
                    domain={[-reach, reach]}
                    reference={0}
                  />
                </td>
                <td>{describeDifference(measure, names.a, names.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <TakenRows
        rows={measures.map((measure) => ({
          key: measure.measure,
          name: measure.name,
          value: towardsBetter(measure.difference, measure.better),
          interval: towardsBetter(measure.interval, measure.better),
          words: describeDifference(measure, "the first", "the second"),
        }))}
        domain={[-reach, reach]}
        reference={0}
        ticks={ticks}
        taken={{
          scan: [comparison.a.scan, comparison.b.scan],
          title: `${names.a} and ${names.b}: differences, paired by scenario`,
          of: `${formatQuantity(shared, "scenario")} that both went through; to the left the first, ${names.a}, is better, to the right the second, ${names.b}`,
          doubts: unlikeDoubts(comparison),
        }}
      />
    </section>
  );
}

function unlikeDoubts({ unlike }: SiteComparison): readonly string[] {
  return unlike.length === 0
    ? []
    : [`Not made alike (${unlike.join("; ")}): the differences need not be the assistants’.`];
}
