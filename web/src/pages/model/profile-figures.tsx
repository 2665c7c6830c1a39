import { type ReactNode, useState } from "react";
import { DEPTH_SIZE, type DepthPoint, drawDepthCurve } from "../../../../src/figures/depth-curve.ts";
import { PAGE_INKS } from "../../../../src/figures/shapes.ts";
import { Drawn } from "../../figures/drawn.tsx";

interface FigureTableProps {
  readonly title: string;
  readonly note?: string;
  readonly picture: ReactNode;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A picture with an equivalent table. */
export function FigureTable({ title, note, picture, columns, rows }: FigureTableProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <h3>{title}</h3>
        <button
          type="button"
          className="control screen-only min-h-7 text-xs"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          As a table<span className="sr-only">: {title}</span>
        </button>
      </figcaption>
      {note !== undefined && <p className="text-sm text-quiet">{note}</p>}
      {asTable ? (
        <table className="table text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((value, index) => (
                  <td key={columns[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        picture
      )}
    </figure>
  );
}

interface DepthCurveProps {
  readonly points: readonly DepthPoint[];
  /** With fewer conversations a turn has a count and no share. */
  readonly fewestForRate: number;
}

/** Curve of failures by depth of the conversation. */
export function DepthCurve({ points, fewestForRate }: DepthCurveProps) {
  return (
    <svg viewBox={`0 0 ${DEPTH_SIZE.width} ${DEPTH_SIZE.height}`} className="w-full" aria-hidden="true">
      <Drawn shapes={drawDepthCurve(points, fewestForRate, PAGE_INKS)} />
    </svg>
  );
}
