import type { ReactNode } from "react";
import { drawRows } from "../../../src/figures/figure.ts";
import {
  drawMarks,
  drawTicks,
  type IntervalMarks,
  MARKS_HEIGHT,
} from "../../../src/figures/interval-marks.ts";
import { PAGE_INKS } from "../../../src/figures/shapes.ts";
import type { Interval } from "../../../src/schema/scan/estimates.ts";
import { Drawn } from "../figures/drawn.tsx";
import { FigureExports, type FigureExportsProps } from "../figures/figure-exports.tsx";

/** A value with its interval on the axis of its column, next to the numbers in words. */
export function IntervalPlot(marks: IntervalMarks) {
  return (
    <svg className="block w-full overflow-visible" height={MARKS_HEIGHT} aria-hidden="true">
      <Drawn shapes={drawMarks(marks, PAGE_INKS)} />
    </svg>
  );
}

/** The axis of a column of interval plots. */
export function IntervalAxis({ ticks }: { readonly ticks: readonly string[] }) {
  return (
    <svg className="mt-1 block w-full overflow-visible text-xs" height="16" aria-hidden="true">
      <Drawn shapes={drawTicks(ticks, PAGE_INKS)} />
    </svg>
  );
}

export interface IntervalRow {
  readonly key: string;
  readonly name: ReactNode;
  /** Name as text, if `name` is none. */
  readonly label?: string;
  readonly value: number | Interval | null;
  readonly interval: Interval | null;
  /** Numbers in words. */
  readonly words: string;
  /** Intervals of other assistants, drawn faintly behind it. */
  readonly peers?: readonly Interval[];
}

interface IntervalRowsProps {
  /** Title and base for export, if the figure can be exported. */
  readonly taken?: Pick<FigureExportsProps, "scan" | "title" | "of" | "doubts">;
  readonly rows: readonly IntervalRow[];
  readonly shape?: "dot" | "diamond";
  readonly domain?: readonly [number, number];
  readonly reference?: number;
  readonly ticks: readonly string[];
}

/** Several values on one axis. */
export function IntervalRows(props: IntervalRowsProps) {
  const { taken } = props;
  if (taken === undefined) return <PlottedRows {...props} />;
  return (
    <div className="grid gap-2">
      <PlottedRows {...props} />
      <TakenRows {...props} taken={taken} />
    </div>
  );
}

/** The same rows, as files to download. */
export function TakenRows({
  rows,
  shape,
  domain,
  reference,
  ticks,
  taken,
}: IntervalRowsProps & Required<Pick<IntervalRowsProps, "taken">>) {
  const named = rows.map(({ key, name, label, ...row }) => ({
    ...row,
    name: label ?? (typeof name === "string" ? name : key),
  }));
  const axis = {
    ticks,
    ...(shape === undefined ? {} : { shape }),
    ...(domain === undefined ? {} : { domain }),
    ...(reference === undefined ? {} : { reference }),
  };
  return (
    <FigureExports
      {...taken}
      draw={() => drawRows(named, axis)}
      columns={["name", "low", "high", "interval_low", "interval_high", "words"]}
      rows={named.map(({ name, value, interval, words }) => {
        const range = typeof value === "number" ? { low: value, high: value } : value;
        return [
          name,
          range?.low ?? null,
          range?.high ?? null,
          interval?.low ?? null,
          interval?.high ?? null,
          words,
        ];
      })}
    />
  );
}

function PlottedRows({ rows, shape = "dot", domain = [0, 1], reference, ticks }: IntervalRowsProps) {
  return (
    <dl className="interval-rows">
      {rows.map(({ key, name, value, interval, words, peers = [] }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd className="plot">
            <IntervalPlot
              value={value}
              interval={interval}
              shape={shape}
              domain={domain}
              peers={peers}
              {...(reference === undefined ? {} : { reference })}
            />
          </dd>
          <dd className="words">{words}</dd>
        </div>
      ))}
      <div aria-hidden="true">
        <dt />
        <dd className="plot">
          <IntervalAxis ticks={ticks} />
        </dd>
        <dd />
      </div>
    </dl>
  );
}
