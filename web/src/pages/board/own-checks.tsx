import { Link } from "@tanstack/react-router";
import type { ScanBoard } from "../../../../src/schema/site/site-board.ts";

/** What a pack's own checks found: counts for each check and assistant, and no score. */
export function OwnChecks({
  scan,
  own: { title, text, models, rows },
}: {
  readonly scan: string;
  readonly own: NonNullable<ScanBoard["own_checks"]>;
}) {
  return (
    <section aria-labelledby="own-checks" className="grid gap-3">
      <h1 id="own-checks">{title}</h1>
      <p className="reading">
        {text.charAt(0).toUpperCase() + text.slice(1)} Failures out of opportunities, what is open among them.
      </p>
      <table className="table stacks text-sm">
        <thead>
          <tr>
            <th scope="col">Failed</th>
            {models.map(({ slug, model_id }) => (
              <th key={slug} scope="col">
                <Link to="/s/$scan/models/$slug" params={{ scan, slug }}>
                  {model_id}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.mode_id}>
              <th scope="row">
                <Link to="/s/$scan/checks/$check" params={{ scan, check: row.mode_id }}>
                  {row.title}
                </Link>
              </th>
              {row.cells.map((cell, index) => (
                <td key={models[index]?.slug} data-label={models[index]?.model_id}>
                  {cell === "" ? "—" : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
