import type { ReactNode } from "react";
import type { Interval } from "../../../src/schema/scan/summary.ts";

interface IntervalPlotProps {
  /** A range where something is open: it is drawn as a bar, and as a mark where its ends meet. */
  readonly value: number | Interval | null;
  readonly interval: Interval | null;
  /** The ends of the axis; 0 to 1 unless said. */
  readonly domain?: readonly [number, number];
  /** A diamond for failures, a dot for scores. */
  readonly shape?: "dot" | "diamond";
  /** A line to read against, such as no difference. */
  readonly reference?: number;
}

const HEIGHT = 22;
const MIDDLE = HEIGHT / 2;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** A value with its interval on an axis shared by its column. The numbers stand beside it in words. */
export function IntervalPlot({
  value,
  interval,
  domain = [0, 1],
  shape = "dot",
  reference,
}: IntervalPlotProps) {
  const at = (number: number) => percent(number, domain);
  const range = typeof value === "number" ? { low: value, high: value } : value;
  // Where nothing failed nobody is accused.
  const tone = shape === "diamond" && (range?.low ?? 0) > 0 ? "text-fail" : "text-ink";
  return (
    <svg className={`block w-full overflow-visible ${tone}`} height={HEIGHT} aria-hidden="true">
      {TICKS.map((tick) => (
        <line
          key={tick}
          x1={`${tick * 100}%`}
          x2={`${tick * 100}%`}
          y1="0"
          y2={HEIGHT}
          stroke="var(--rule)"
        />
      ))}
      {reference !== undefined && (
        <line x1={at(reference)} x2={at(reference)} y1="0" y2={HEIGHT} stroke="var(--edge)" strokeWidth="2" />
      )}
      {range !== null && range.high > range.low && (
        <rect
          x={at(range.low)}
          width={`${share(range.high, domain) - share(range.low, domain)}%`}
          y={MIDDLE - 7}
          height="14"
          rx="2"
          fill="currentColor"
          fillOpacity="0.22"
        />
      )}
      {interval !== null && (
        <line
          x1={at(interval.low)}
          x2={at(interval.high)}
          y1={MIDDLE}
          y2={MIDDLE}
          stroke="currentColor"
          strokeWidth="2"
        />
      )}
      {interval !== null && <Ends of={interval} at={at} reach={5} width={2} />}
      {range !== null && range.high > range.low && <Ends of={range} at={at} reach={7} width={3} />}
      {range !== null && range.high === range.low && (
        <svg x={at(range.low)} y={MIDDLE} overflow="visible" aria-hidden="true">
          {shape === "diamond" ? (
            <path d="M0-5.5 5.5 0 0 5.5-5.5 0z" fill="currentColor" stroke="var(--ground)" strokeWidth="1" />
          ) : (
            <circle r="3.5" fill="currentColor" stroke="var(--ground)" strokeWidth="1" />
          )}
        </svg>
      )}
    </svg>
  );
}

interface EndsProps {
  readonly of: Interval;
  readonly at: (number: number) => string;
  /** How far above and below the line. */
  readonly reach: number;
  readonly width: number;
}

function Ends({ of, at, reach, width }: EndsProps) {
  return [of.low, of.high].map((end) => (
    <line
      key={end}
      x1={at(end)}
      x2={at(end)}
      y1={MIDDLE - reach}
      y2={MIDDLE + reach}
      stroke="currentColor"
      strokeWidth={width}
    />
  ));
}

/** The axis of a column of interval plots. */
export function IntervalAxis({ ticks }: { readonly ticks: readonly string[] }) {
  return (
    <svg className="mt-1 block w-full overflow-visible text-xs" height="16" aria-hidden="true">
      {ticks.map((tick, index) => (
        <text
          key={tick}
          x={`${(index / Math.max(1, ticks.length - 1)) * 100}%`}
          y="12"
          textAnchor="middle"
          fontWeight="400"
          fill="var(--quiet)"
        >
          {tick}
        </text>
      ))}
    </svg>
  );
}

function percent(number: number, domain: readonly [number, number]): string {
  return `${share(number, domain)}%`;
}

/** How far along the axis, in percent; what lies beyond it stands at its end. */
function share(number: number, [low, high]: readonly [number, number]): number {
  const along = high === low ? 0.5 : (number - low) / (high - low);
  return Math.max(0, Math.min(1, along)) * 100;
}

export interface IntervalRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number | Interval | null;
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
