import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ScanBoard } from "../../../../src/site/pages/build-board.ts";

type Own = NonNullable<ScanBoard["own_checks"]>;

/** Results of a pack's own checks and duties: counts for each assistant, without a score. */
export function OwnChecks({
  scan,
  own: { title, text, left_out: leftOut, models, rows, duties },
}: {
  readonly scan: string;
  readonly own: Own;
}) {
  return (
    <>
      <section aria-labelledby="own-checks" className="grid gap-3">
        <h1 id="own-checks">{title}</h1>
        <p className="reading">
          {text.charAt(0).toUpperCase() + text.slice(1)} Failures out of opportunities, what is open among
          them.
        </p>
        {leftOut === undefined ? null : <p className="reading">{leftOut}</p>}
        <ByModel
          scan={scan}
          models={models}
          head="Failed"
          rows={rows.map(({ mode_id, title: check, cells }) => ({
            key: mode_id,
            cells,
            head: (
              <Link to="/s/$scan/checks/$check" params={{ scan, check: mode_id }}>
                {check}
              </Link>
            ),
          }))}
        />
      </section>
      {duties === undefined ? null : (
        <section aria-labelledby="own-duties" className="grid gap-3">
          <h2 id="own-duties">Duties of the pack</h2>
          <p className="reading">{duties.note}</p>
          <ByModel
            scan={scan}
            models={models}
            head="Duty"
            rows={duties.rows.map(({ duty_id, title: duty, cells }) => ({ key: duty_id, cells, head: duty }))}
          />
        </section>
      )}
    </>
  );
}

function ByModel({
  scan,
  models,
  head,
  rows,
}: {
  readonly scan: string;
  readonly models: Own["models"];
  readonly head: string;
  readonly rows: readonly {
    readonly key: string;
    readonly head: ReactNode;
    readonly cells: readonly string[];
  }[];
}) {
  return (
    <table className="table stacks text-sm">
      <thead>
        <tr>
          <th scope="col">{head}</th>
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
          <tr key={row.key}>
            <th scope="row">{row.head}</th>
            {row.cells.map((cell, index) => (
              <td key={models[index]?.slug} data-label={models[index]?.model_id}>
                {cell === "" ? "—" : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
