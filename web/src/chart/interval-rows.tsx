import type { ReactNode } from "react";
import type { Interval } from "../../../src/schema/summary.ts";
import { IntervalAxis, IntervalPlot } from "./interval-plot.tsx";

export interface IntervalRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number | null;
  readonly interval: Interval | null;
  /** The numbers in words. */
  readonly words: string;
}

interface IntervalRowsProps {
  readonly rows: readonly IntervalRow[];
  readonly shape?: "dot" | "diamond";
  readonly domain?: readonly [number, number];
  readonly reference?: number;
  readonly ticks: readonly string[];
}

/** Several values on one axis. */
export function IntervalRows({ rows, shape = "dot", domain = [0, 1], reference, ticks }: IntervalRowsProps) {
  return (
    <dl className="interval-rows">
      {rows.map(({ key, name, value, interval, words }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd className="plot">
            <IntervalPlot
              value={value}
              interval={interval}
              shape={shape}
              domain={domain}
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
