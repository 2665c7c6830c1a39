import { Link, useParams } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { categoryWords } from "../../words/verdict-words.ts";

/** Every scenario, by category. */
export function ScenarioListPage() {
  const { scan } = useParams({ from: "/s/$scan/scenarios" });
  const { scenarios } = useSiteIndex();
  const groups = [...Map.groupBy(scenarios, ({ category }) => category)];
  return (
    <div className="grid gap-8">
      <PageHeading name="Scenarios">{scenarios.length} scenarios</PageHeading>
      {groups.map(([category, members]) => (
        <section key={category} aria-labelledby={`category-${category}`}>
          <h2 id={`category-${category}`}>{categoryWords[category]}</h2>
          <ul className="mt-3 grid gap-x-10 lg:grid-cols-2">
            {members.map(({ scenario_id, title, turns, sessions, channel }) => (
              <li key={scenario_id} className="border-t border-rule py-2">
                <Link
                  to="/s/$scan/scenarios/$scenario"
                  params={{ scan, scenario: scenario_id }}
                  className="inline-block min-h-6"
                >
                  {title}
                </Link>{" "}
                <span className="text-sm text-quiet">
                  {formatQuantity(turns, "turn")}
                  {sessions > 1 && `, ${sessions} sessions`}
                  {channel === "sms" && ", by text message"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
