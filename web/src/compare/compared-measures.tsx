import type { ComparedMeasure, Comparison } from "../../../src/schema/site-compare.ts";
import { IntervalAxis, IntervalPlot } from "../chart/interval-plot.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { formatDifference, formatScore } from "../words/format-number.ts";

/** Paired differences with their intervals: to the right the second assistant has more. */
export function ComparedMeasures({ comparison: { a, b, measures } }: { readonly comparison: Comparison }) {
  const widest = Math.max(
    0.1,
    ...measures.flatMap(({ difference, interval }) =>
      [difference, interval?.low, interval?.high].map((it) => Math.abs(it ?? 0)),
    ),
  );
  const reach = Math.ceil(widest * 10) / 10;
  return (
    <section aria-labelledby="measures" className="grid gap-3">
      <h2 id="measures">Differences, paired by scenario</h2>
      <ScrollBox name="Table of differences">
        <table className="table stacks measures">
          <caption>
            <bdi>{b.model_id}</bdi> minus <bdi>{a.model_id}</bdi>, with 95% intervals. An interval that holds
            0 leaves open who is better.
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" className="number">
                <bdi>{a.model_id}</bdi>
              </th>
              <th scope="col" className="number">
                <bdi>{b.model_id}</bdi>
              </th>
              <th scope="col" className="plot">
                Difference
                <IntervalAxis ticks={[formatDifference(-reach), "0", formatDifference(reach)]} />
              </th>
              <th scope="col">In words</th>
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr key={measure.measure}>
                <th scope="row">{measure.name}</th>
                <td className="number" data-label={a.model_id}>
                  {formatScore(measure.a)}
                </td>
                <td className="number" data-label={b.model_id}>
                  {formatScore(measure.b)}
                </td>
                <td className="plot">
                  <IntervalPlot
                    value={measure.difference}
                    interval={measure.interval}
                    domain={[-reach, reach]}
                    reference={0}
                    shape={measure.better === "lower" ? "diamond" : "dot"}
                  />
                </td>
                <td>{describe(measure, a.model_id, b.model_id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function describe(
  { difference, interval, better, p, reason }: ComparedMeasure,
  a: string,
  b: string,
): string {
  if (difference === null || interval === null) return reason ?? "no difference can be computed";
  const range = `${formatDifference(difference)} (${formatDifference(interval.low)} to ${formatDifference(interval.high)})`;
  if (interval.low <= 0 && interval.high >= 0) return `${range}: cannot be told apart`;
  const winner = difference > 0 === (better === "higher") ? b : a;
  const sure = p === null ? "" : p < 0.001 ? ", p < 0.001" : `, p = ${p.toFixed(3)}`;
  return `${range}: better for ${winner}${sure}`;
}
