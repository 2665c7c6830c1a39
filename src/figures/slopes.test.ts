import { expect, test } from "vitest";
import { PAPER_INKS } from "./shapes.ts";
import { drawSlopes, type SlopePoint } from "./slopes.ts";

const TICKS = ["0", "0.5", "1"] as const;
const at = (name: string, value: number | null, isAlike = true): SlopePoint => ({
  name,
  value: value === null ? null : { low: value, high: value },
  interval: value === null ? null : { low: value - 0.1, high: value + 0.1 },
  isAlike,
});
const ways = (points: readonly SlopePoint[]) =>
  drawSlopes(points, TICKS, PAPER_INKS).filter(
    ({ tag, attributes }) => tag === "line" && attributes["stroke"] === PAPER_INKS.quiet,
  );

test("a line leads from each release to the next, dashed where they were not made alike", () => {
  const drawn = ways([at("v1", 0.2, false), at("v2", 0.4), at("v3", 0.6)]);
  expect(drawn.map(({ attributes }) => attributes["strokeDasharray"])).toEqual(["4 4", undefined]);
});

test("a release without a value has a name and no mark", () => {
  const shapes = drawSlopes([at("v1", 0.2), at("v2", null)], TICKS, PAPER_INKS);
  expect(shapes.filter(({ tag }) => tag === "circle")).toHaveLength(1);
  expect(shapes.flatMap(({ children }) => children)).toEqual(expect.arrayContaining(["v1", "v2"]));
  expect(ways([at("v1", 0.2), at("v2", null)])).toEqual([]);
});

test("what is open is a bar and no mark that could be taken for the value", () => {
  const open = { ...at("v1", 0.5), value: { low: 0.2, high: 0.8 } };
  const shapes = drawSlopes([open], TICKS, PAPER_INKS);
  expect(shapes.some(({ tag }) => tag === "circle")).toBe(false);
  expect(shapes.some(({ attributes }) => attributes["strokeOpacity"] === 0.3)).toBe(true);
});
