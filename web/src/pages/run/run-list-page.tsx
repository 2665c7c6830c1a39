import { Link } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { formatDates } from "../../words/format-date.ts";

/** Every run in the folder of results. */
export function RunListPage() {
  const { runs, unreadable } = useSiteIndex();
  return (
    <div className="grid gap-6">
      <PageHeading name="Runs">Runs</PageHeading>
      {runs.length === 0 && unreadable.length === 0 && <p>There is no run here.</p>}
      {runs.length > 0 && (
        <ScrollBox name="Table of runs">
          <table className="table">
            <caption>{formatQuantity(runs.length, "run")}, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Begun</th>
                <th scope="col">State</th>
                <th scope="col">Assistants</th>
                <th scope="col" className="number">
                  Conversations
                </th>
                <th scope="col" className="number">
                  Scans
                </th>
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
                  <td>{formatDates(created_at === null ? [] : [created_at])}</td>
                  <td>{state}</td>
                  <td>
                    <bdi>{models.join(", ")}</bdi>
                  </td>
                  <td className="number">{conversations}</td>
                  <td className="number">{scans.length}</td>
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
