/**
 * A value with its interval on an axis: the shared drawing of the board, pages of models and checks,
 * comparisons, briefs and exported figures.
 */
import type { HardFails, Interval } from "../schema/scan/estimates.ts";
import { type Inks, type Shape, shape } from "./shapes.ts";

export interface IntervalMarks {
  /** A range if something is undecided: it is drawn as a bar, or as a mark if its ends are equal. */
  readonly value: number | Interval | null;
  readonly interval: Interval | null;
  /** The ends of the axis. @default [0, 1] */
  readonly domain?: readonly [number, number];
  /** A diamond for failures, a dot for scores. */
  readonly shape?: "dot" | "diamond";
  /** A reference line, such as no difference. */
  readonly reference?: number;
  /** Values of other models, drawn faintly behind it. */
  readonly peers?: readonly Interval[];
}

export const MARKS_HEIGHT = 22;
const MIDDLE = MARKS_HEIGHT / 2;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** In percent of the available width, so that all marks of a column share one scale without measuring it. */
export function drawMarks(
  { value, interval, domain = [0, 1], shape: mark = "dot", reference, peers = [] }: IntervalMarks,
  inks: Inks,
): readonly Shape[] {
  const at = (number: number) => `${share(number, domain)}%`;
  const range = typeof value === "number" ? { low: value, high: value } : value;
  // Red is used only if something failed.
  const colour = mark === "diamond" && (range?.low ?? 0) > 0 ? inks.fail : inks.ink;
  const upright = (x: string, reach: number, stroke: string, strokeWidth: number) =>
    shape("line", { x1: x, x2: x, y1: MIDDLE - reach, y2: MIDDLE + reach, stroke, strokeWidth });
  const ends = ({ low, high }: Interval, reach: number, width: number) =>
    [low, high].map((end) => upright(at(end), reach, colour, width));
  const isOpen = range !== null && range.high > range.low;
  return [
    ...TICKS.map((tick) => upright(`${tick * 100}%`, MIDDLE, inks.rule, 1)),
    ...peers.map(({ low, high }) => drawPeer(at(low), share(high, domain) - share(low, domain), inks)),
    ...(reference === undefined ? [] : [upright(at(reference), MIDDLE, inks.edge, 2)]),
    ...(isOpen
      ? [
          shape("rect", {
            x: at(range.low),
            width: `${share(range.high, domain) - share(range.low, domain)}%`,
            y: MIDDLE - 7,
            height: 14,
            rx: 2,
            fill: colour,
            fillOpacity: 0.22,
          }),
        ]
      : []),
    ...(interval === null
      ? []
      : [
          shape("line", {
            x1: at(interval.low),
            x2: at(interval.high),
            y1: MIDDLE,
            y2: MIDDLE,
            stroke: colour,
            strokeWidth: 2,
          }),
          ...ends(interval, 5, 2),
        ]),
    ...(isOpen ? ends(range, 7, 3) : []),
    ...(range === null || isOpen ? [] : [drawMark(at(range.low), mark, colour, inks.ground)]),
  ];
}

/** Small and hollow; if something is undecided, a pale bar between its ends. */
function drawPeer(x: string, width: number, { edge, ground }: Inks): Shape {
  return width > 0
    ? shape("rect", { x, width: `${width}%`, y: MIDDLE - 3, height: 6, rx: 3, fill: edge, fillOpacity: 0.3 })
    : shape(
        "svg",
        { x, y: MIDDLE, overflow: "visible" },
        shape("circle", { r: 3, fill: ground, stroke: edge, strokeWidth: 1 }),
      );
}

function drawMark(x: string, mark: "dot" | "diamond", fill: string, stroke: string): Shape {
  const drawn =
    mark === "diamond"
      ? shape("path", { d: "M0-5.5 5.5 0 0 5.5-5.5 0z", fill, stroke, strokeWidth: 1 })
      : shape("circle", { r: 3.5, fill, stroke, strokeWidth: 1 });
  // A mark has a fixed size; only its position is in percent.
  return shape("svg", { x, y: MIDDLE, overflow: "visible" }, drawn);
}

/** The labels below an axis, evenly spaced from end to end. */
export function drawTicks(ticks: readonly string[], inks: Inks): readonly Shape[] {
  const last = Math.max(1, ticks.length - 1);
  return ticks.map((tick, index) =>
    shape(
      "text",
      {
        x: `${(index / last) * 100}%`,
        y: 12,
        // The labels at the ends are inside, so that nothing is cut off if the plot is as wide as the page.
        textAnchor: index === 0 ? "start" : index === last ? "end" : "middle",
        fontWeight: 400,
        fill: inks.quiet,
      },
      tick,
    ),
  );
}

/** Position on the axis, in percent, clamped to its ends. */
function share(number: number, [low, high]: readonly [number, number]): number {
  const along = high === low ? 0.5 : (number - low) / (high - low);
  return Math.max(0, Math.min(1, along)) * 100;
}

/**
 * The marks of a count, from the share that failed to the share with all undecided ones added. Empty if there
 * are too few for a rate, since a mark would show one.
 */
export function plottedRate(
  { k, n, interval, open = 0 }: Pick<HardFails, "k" | "n" | "interval" | "open">,
  fewestForRate: number,
): { readonly value: Interval | null; readonly interval: Interval | null } {
  return n === 0 || n < fewestForRate
    ? { value: null, interval: null }
    : { value: { low: k / n, high: (k + open) / n }, interval };
}
