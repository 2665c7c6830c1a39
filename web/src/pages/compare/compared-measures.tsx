import { formatSigned } from "../../../../src/domain/number-words.ts";
import type { SiteComparison } from "../../../../src/schema/site/site-compare.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { IntervalAxis, IntervalPlot } from "../../parts/interval-plot.tsx";
import { describeDifference } from "../../words/describe-results.ts";
import type { Sides } from "./sides.tsx";
import { SideHeadings, SideScores } from "./sides.tsx";

interface ComparedMeasuresProps {
  readonly comparison: SiteComparison;
  /** What to call the sides. */
  readonly names: Sides;
}

/** Paired differences with their intervals: to the right the second assistant has more. */
export function ComparedMeasures({ comparison: { measures }, names }: ComparedMeasuresProps) {
  const widest = Math.max(
    0.1,
    ...measures.flatMap(({ difference, interval }) =>
      [difference?.low, difference?.high, interval?.low, interval?.high].map((it) => Math.abs(it ?? 0)),
    ),
  );
  const reach = Math.ceil(widest * 10) / 10;
  return (
    <section aria-labelledby="measures" className="grid gap-3">
      <h2 id="measures">Differences, paired by scenario</h2>
      <ScrollBox name="Table of differences">
        <table className="table stacks measures">
          <caption>
            <bdi>{names.b}</bdi> minus <bdi>{names.a}</bdi>, with 95% intervals. What is open counts either
            way. One is called better where p, in the least favourable case and adjusted for all these
            measures, is at most 0.05.
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <SideHeadings names={names} />
              <th scope="col" className="plot">
                Difference
                <IntervalAxis ticks={[formatSigned(-reach), "0", formatSigned(reach)]} />
              </th>
              <th scope="col">In words</th>
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr key={measure.measure}>
                <th scope="row">{measure.name}</th>
                <SideScores names={names} a={measure.a} b={measure.b} />
                <td className="plot">
                  <IntervalPlot
                    value={measure.difference}
                    interval={measure.interval}
                    domain={[-reach, reach]}
                    reference={0}
                    shape={measure.better === "lower" ? "diamond" : "dot"}
                  />
                </td>
                <td>{describeDifference(measure, names.a, names.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
