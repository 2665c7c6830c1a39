/** A value with its interval at each release of a model, from the oldest to the newest. */
import type { Interval } from "../schema/scan/estimates.ts";
import { type Inks, type Shape, shape } from "./shapes.ts";

export interface SlopePoint {
  /** Label below the point. */
  readonly name: string;
  /** A range if something is undecided: it is drawn as a bar, or as a mark if its ends are equal. */
  readonly value: Interval | null;
  readonly interval: Interval | null;
  /** Whether it was made with the same settings as the newest; otherwise the line to it is dashed. */
  readonly isAlike: boolean;
}

export const SLOPES_SIZE = { width: 420, height: 170 } as const;
const LEFT = 40;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 24;
const LONGEST_NAME = 14;

/** @param ticks labels at the bottom, the middle and the top of the axis, which runs from 0 to 1 */
export function drawSlopes(
  points: readonly SlopePoint[],
  ticks: readonly [string, string, string],
  inks: Inks,
): readonly Shape[] {
  const { width, height } = SLOPES_SIZE;
  const room = width - LEFT - RIGHT;
  const x = (index: number) => LEFT + ((index + 0.5) / points.length) * room;
  const y = (value: number) => height - BOTTOM - value * (height - BOTTOM - TOP);
  const middle = ({ low, high }: Interval) => (low + high) / 2;
  const placed = points.flatMap(({ value, ...point }, index) =>
    value === null ? [] : [{ ...point, value, x: x(index) }],
  );
  const ways = placed.slice(1).flatMap((to, index) => {
    const from = placed[index];
    if (from === undefined) return [];
    const dashed = from.isAlike && to.isAlike ? {} : { strokeDasharray: "4 4" };
    return shape("line", {
      ...{ x1: from.x, y1: y(middle(from.value)), x2: to.x, y2: y(middle(to.value)) },
      ...{ stroke: inks.quiet, strokeWidth: 1.5, ...dashed },
    });
  });
  const words = (text: string, attributes: Shape["attributes"]) =>
    shape("text", { fontSize: 12, fill: inks.quiet, ...attributes }, text);
  return [
    ...ticks.flatMap((tick, index) => [
      shape("line", { x1: LEFT, x2: width, y1: y(index / 2), y2: y(index / 2), stroke: inks.rule }),
      words(tick, { x: LEFT - 6, y: y(index / 2) + 4, textAnchor: "end" }),
    ]),
    ...ways,
    ...placed.flatMap((point) => drawPoint(point, y, inks)),
    ...points.map(({ name }, index) =>
      words(shortName(name, points.length), { x: x(index), y: height - 6, textAnchor: "middle" }),
    ),
  ];
}

function drawPoint(
  { value, interval, x }: Pick<SlopePoint, "interval"> & { readonly value: Interval; readonly x: number },
  y: (value: number) => number,
  { ink, ground }: Inks,
): readonly Shape[] {
  const upright = ({ low, high }: Interval, strokeWidth: number, strokeOpacity: number) =>
    shape("line", { x1: x, x2: x, y1: y(low), y2: y(high), stroke: ink, strokeWidth, strokeOpacity });
  const end = (at: number) =>
    shape("line", { x1: x - 5, x2: x + 5, y1: y(at), y2: y(at), stroke: ink, strokeWidth: 2 });
  return [
    ...(interval === null ? [] : [upright(interval, 2, 1), end(interval.low), end(interval.high)]),
    value.high > value.low
      ? upright(value, 12, 0.3)
      : shape("circle", { cx: x, cy: y(value.low), r: 4.5, fill: ink, stroke: ground }),
  ];
}

/** Shortens names if many are side by side; the full names are next to the picture, with the numbers. */
function shortName(name: string, count: number): string {
  const room = Math.max(3, Math.min(LONGEST_NAME, Math.floor(54 / count)));
  return name.length <= room ? name : `${name.slice(0, room - 1)}…`;
}
