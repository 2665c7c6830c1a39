import { type ReactNode, useState } from "react";

interface FigureTableProps {
  readonly title: string;
  readonly note?: string;
  readonly picture: ReactNode;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A picture that can also be read as a table. */
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

interface DepthPoint {
  readonly turn: number;
  readonly k: number;
  readonly n: number;
}

const WIDTH = 480;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 22;

interface DepthCurveProps {
  readonly points: readonly DepthPoint[];
  /** Below as many conversations a turn has a count and no share. */
  readonly fewestForRate: number;
}

/** The share that failed by depth of the conversation; a dot's size says how many conversations got that far. */
export function DepthCurve({ points, fewestForRate }: DepthCurveProps) {
  const last = Math.max(1, ...points.map(({ turn }) => turn));
  const most = Math.max(1, ...points.map(({ n }) => n));
  const rated = points.filter(({ n }) => n >= fewestForRate);
  const counted = points.filter(({ n }) => n > 0 && n < fewestForRate);
  const top = niceTop(Math.max(0.05, ...rated.map(({ k, n }) => k / n)));
  const x = (turn: number) => LEFT + 16 + ((turn - 1) / Math.max(1, last - 1)) * (WIDTH - LEFT - 32);
  const y = (rate: number) => HEIGHT - BOTTOM - (rate / top) * (HEIGHT - BOTTOM - 12);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-fail" aria-hidden="true">
      {[0, top / 2, top].map((rate) => (
        <g key={rate}>
          <line x1={LEFT} x2={WIDTH} y1={y(rate)} y2={y(rate)} stroke="var(--rule)" />
          <text x={LEFT - 6} y={y(rate) + 4} textAnchor="end" fontSize="11" fill="var(--quiet)">
            {Math.round(rate * 1000) / 10}%
          </text>
        </g>
      ))}
      <polyline
        points={rated.map(({ turn, k, n }) => `${x(turn)},${y(k / n)}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {rated.map(({ turn, k, n }) => (
        <circle
          key={turn}
          cx={x(turn)}
          cy={y(k / n)}
          r={2.5 + 4 * Math.sqrt(n / most)}
          fill={k === 0 ? "var(--ink)" : "currentColor"}
          stroke="var(--ground)"
        />
      ))}
      {counted.map(({ turn, k, n }) => (
        <text
          key={turn}
          className="counted"
          x={x(turn)}
          y={y(0) - 8}
          textAnchor="middle"
          fontSize="10"
          fill="var(--ink)"
        >
          {`${k}/${n}`}
        </text>
      ))}
      {[...rated, ...counted].map(({ turn }) => (
        <text key={turn} x={x(turn)} y={HEIGHT - 5} textAnchor="middle" fontSize="11" fill="var(--quiet)">
          {turn}
        </text>
      ))}
    </svg>
  );
}

function niceTop(rate: number): number {
  return [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((top) => rate <= top) ?? 1;
}
