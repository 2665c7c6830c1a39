import { type Inks, type Shape, shape } from "./shapes.ts";

export interface DepthPoint {
  readonly turn: number;
  readonly k: number;
  readonly n: number;
}

export const DEPTH_SIZE = { width: 480, height: 150 } as const;
const LEFT = 34;
const BOTTOM = 22;

/**
 * The share that failed, by depth of the conversation. The size of a dot shows how many conversations reached
 * that turn.
 * @param fewestForRate below this many conversations a turn shows a count and no share
 */
export function drawDepthCurve(
  points: readonly DepthPoint[],
  fewestForRate: number,
  inks: Inks,
): readonly Shape[] {
  const { width, height } = DEPTH_SIZE;
  const last = Math.max(1, ...points.map(({ turn }) => turn));
  const most = Math.max(1, ...points.map(({ n }) => n));
  const rated = points.filter(({ n }) => n >= fewestForRate);
  const counted = points.filter(({ n }) => n > 0 && n < fewestForRate);
  const top = niceTop(Math.max(0.05, ...rated.map(({ k, n }) => k / n)));
  const x = (turn: number) => LEFT + 16 + ((turn - 1) / Math.max(1, last - 1)) * (width - LEFT - 32);
  const y = (rate: number) => height - BOTTOM - (rate / top) * (height - BOTTOM - 12);
  const words = (text: string, attributes: Shape["attributes"]) =>
    shape("text", { fontSize: 11, fill: inks.quiet, ...attributes }, text);
  return [
    ...[0, top / 2, top].flatMap((rate) => [
      shape("line", { x1: LEFT, x2: width, y1: y(rate), y2: y(rate), stroke: inks.rule }),
      words(`${Math.round(rate * 1000) / 10}%`, { x: LEFT - 6, y: y(rate) + 4, textAnchor: "end" }),
    ]),
    shape("polyline", {
      points: rated.map(({ turn, k, n }) => `${x(turn)},${y(k / n)}`).join(" "),
      fill: "none",
      stroke: inks.fail,
      strokeWidth: 1.5,
    }),
    ...rated.map(({ turn, k, n }) =>
      shape("circle", {
        cx: x(turn),
        cy: y(k / n),
        r: 2.5 + 4 * Math.sqrt(n / most),
        fill: k === 0 ? inks.ink : inks.fail,
        stroke: inks.ground,
      }),
    ),
    ...counted.map(({ turn, k, n }) =>
      words(`${k}/${n}`, {
        className: "counted",
        x: x(turn),
        y: y(0) - 8,
        textAnchor: "middle",
        fontSize: 10,
        fill: inks.ink,
      }),
    ),
    ...[...rated, ...counted].map(({ turn }) =>
      words(String(turn), { x: x(turn), y: height - 5, textAnchor: "middle" }),
    ),
  ];
}

function niceTop(rate: number): number {
  return [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((top) => rate <= top) ?? 1;
}
