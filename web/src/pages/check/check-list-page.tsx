import { Link, useParams } from "@tanstack/react-router";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { UNRANKED_WORDS } from "../../../../src/domain/gates.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { severityWords } from "../../words/verdict-words.ts";

/** Page with every check, by dimension. */
export function CheckListPage() {
  const { scan } = useParams({ from: "/s/$scan/checks" });
  const { checks, dimensions } = useSiteIndex();
  return (
    <div className="grid gap-8">
      <PageHeading name="Checks">{checks.length} checks</PageHeading>
      {dimensions.map(({ dimension, name, kind }) => (
        <section key={dimension} aria-labelledby={`dimension-${dimension}`}>
          <h2 id={`dimension-${dimension}`}>{name}</h2>
          <p className="text-sm text-quiet">
            {kind === "gate" ? "A gate: a grave failure here is a hard fail." : "Counts for quality."}
          </p>
          <ul className="mt-3 grid gap-x-10 lg:grid-cols-2">
            {checks
              .filter((check) => check.dimension === dimension)
              .map(({ mode_id, name: checkName, summary, severity, unranked }) => (
                <li key={mode_id} className="border-t border-rule py-2">
                  <Link
                    to="/s/$scan/checks/$check"
                    params={{ scan, check: mode_id }}
                    className="inline-block min-h-6 font-semibold"
                  >
                    {mode_id} {formatName(checkName)}
                  </Link>{" "}
                  <span className="text-sm text-quiet">
                    {severityWords[severity]}
                    {unranked && `, ${UNRANKED_WORDS}`}
                  </span>
                  <p className="text-sm">{summary}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
