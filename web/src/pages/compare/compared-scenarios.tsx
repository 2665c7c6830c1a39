import { Link } from "@tanstack/react-router";
import type { SiteComparison } from "../../../../src/site/build-comparison.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { verdictWords } from "../../words/verdict-words.ts";
import type { Sides } from "./sides.tsx";
import { SideHeadings, SideScores, writeSide } from "./sides.tsx";

interface ComparedScenariosProps {
  readonly comparison: SiteComparison;
  readonly names: Sides;
}

/** Table of the scenarios that both sides have, the most severe flips first. */
export function ComparedScenarios({ comparison, names }: ComparedScenariosProps) {
  const { a, b, scenarios } = comparison;
  return (
    <section aria-labelledby="scenarios" className="grid gap-3">
      <h2 id="scenarios">Scenario by scenario</h2>
      <ScrollBox name="Table of scenarios">
        <table className="table stacks text-sm">
          <caption>The gravest flips first. A title opens both conversations side by side.</caption>
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              <SideHeadings names={names} />
              <th scope="col">Flipped checks</th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map((scenario) => (
              <tr key={`${scenario.scenario_id} ${scenario.repeat}`}>
                <th scope="row">
                  <Link
                    from="/s/$scan/compare"
                    to="/s/$scan/compare"
                    search={{
                      a: sideOf(a),
                      b: sideOf(b),
                      scenario: scenario.scenario_id,
                      ...(scenario.repeat > 1 ? { repeat: scenario.repeat } : {}),
                    }}
                  >
                    {scenario.title}
                    {scenario.repeat > 1 && ` (repeat ${scenario.repeat})`}
                  </Link>
                </th>
                <SideScores names={names} a={scenario.a?.overall ?? null} b={scenario.b?.overall ?? null} />
                <td>
                  {scenario.flipped.map(({ mode_id, a: before, b: after }) => (
                    <span key={mode_id} className="me-3 inline-block whitespace-nowrap">
                      {mode_id} <VerdictShape verdict={before} />
                      <span className="sr-only">{verdictWords[before]}</span> →{" "}
                      <VerdictShape verdict={after} />
                      <span className="sr-only">{verdictWords[after]}</span>
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function sideOf({ scan, slug }: SiteComparison["a"]): string {
  return writeSide({ scan, slug });
}
