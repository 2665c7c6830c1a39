import { Link } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { formatCount, formatMoment } from "../../words/format-number.ts";

/** Page with every run in the folder of results. */
export function RunListPage() {
  const { runs, unreadable } = useSiteIndex();
  return (
    <div className="grid gap-6">
      <PageHeading name="Runs">Runs</PageHeading>
      {runs.length === 0 && unreadable.length === 0 && <p>There is no run here.</p>}
      {runs.length > 0 && (
        <ScrollBox name="Table of runs">
          <table className="table stacks">
            <caption>
              {formatQuantity(runs.length, "run")}, newest first; those at work stand before them
            </caption>
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Begun</th>
                <th scope="col">State</th>
                <th scope="col">Assistants</th>
                <th scope="col" className="number">
                  Conversations
                </th>
                <th scope="col">Judged by, and crossed a line</th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ run_id, label, created_at, state, models, conversations, scans }) => (
                <tr key={run_id}>
                  <th scope="row">
                    <Link to="/runs/$run" params={{ run: run_id }}>
                      {run_id}
                    </Link>
                    {label !== undefined && <span className="text-quiet"> {label}</span>}
                  </th>
                  <td data-label="Begun">
                    {created_at === null ? "not begun" : formatMoment(created_at, new Date())}
                  </td>
                  <td data-label="State">{state}</td>
                  <td>
                    <bdi>{models.join(", ")}</bdi>
                  </td>
                  <td className="number" data-label="Conversations">
                    {conversations}
                  </td>
                  <td data-label="Judged by, and crossed a line">
                    <RunResults run={run_id} planned={scans.length} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {unreadable.length > 0 && (
        <section aria-labelledby="unreadable" className="grid gap-3">
          <h2 id="unreadable">Unreadable</h2>
          <dl className="reading grid gap-3">
            {unreadable.map(({ name, problem }) => (
              <div key={name}>
                <dt className="font-semibold">
                  <bdi>{name}</bdi>
                </dt>
                <dd className="text text-sm">{problem}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

/** Results of a run: each finished scan with its judge and how often a line was crossed. */
function RunResults({ run, planned }: { readonly run: string; readonly planned: number }) {
  const own = useSiteIndex().scans.filter(({ run_id }) => run_id === run);
  const open = planned - own.length;
  return (
    <ul>
      {own.map(({ scan, judge, crossed }) => (
        <li key={scan}>
          <bdi>{judge ?? "word lists"}</bdi>:{" "}
          <Link to="/s/$scan" params={{ scan }} className="inline-block min-h-6">
            {formatCount(crossed)}
          </Link>
          {crossed.open > 0 && <span className="text-unclear">, {crossed.open} more not established</span>}
        </li>
      ))}
      {open > 0 && <li className="text-quiet">{formatQuantity(open, "scan")} not finished</li>}
    </ul>
  );
}
