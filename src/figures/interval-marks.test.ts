import fc from "fast-check";
import { expect, test } from "vitest";
import { drawMarks, drawTicks } from "./interval-marks.ts";
import { PAPER_INKS, type Shape, shape, svgText } from "./shapes.ts";

const textOf = (shapes: readonly Shape[]) => shapes.map(svgText).join("");
/** Position of the mark, in percent. */
const placeOf = (shapes: readonly Shape[]) => shapes.find(({ tag }) => tag === "svg")?.attributes["x"];

test("a value stands at its place on the axis, its interval from end to end", () => {
  const drawn = drawMarks({ value: 0.25, interval: { low: 0.1, high: 0.5 } }, PAPER_INKS);
  expect(placeOf(drawn)).toBe("25%");
  const line = drawn.find(({ attributes }) => attributes["x1"] === "10%" && attributes["x2"] === "50%");
  expect(line?.tag).toBe("line");
});

test("all marks of an axis have one scale, whatever else is drawn", () => {
  const inside = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(inside, inside, (a, b) => {
      const domain = [-2, 2] as const;
      const at = (value: number) =>
        Number.parseFloat(String(placeOf(drawMarks({ value, interval: null, domain }, PAPER_INKS))));
      expect(at(a) - at(b)).toBeCloseTo((a - b) * 25, 6);
    }),
  );
});

test("what lies beyond the axis stands at its end", () => {
  expect(placeOf(drawMarks({ value: 3, interval: null }, PAPER_INKS))).toBe("100%");
  expect(placeOf(drawMarks({ value: -1, interval: null }, PAPER_INKS))).toBe("0%");
});

test("what is open is a bar with two ends and no mark that could be taken for the value", () => {
  const drawn = drawMarks({ value: { low: 0.2, high: 0.6 }, interval: null, shape: "diamond" }, PAPER_INKS);
  expect(placeOf(drawn)).toBeUndefined();
  expect(drawn.find(({ tag }) => tag === "rect")?.attributes).toMatchObject({ x: "20%", width: "40%" });
});

test("nobody is accused by colour where nothing failed", () => {
  const coloured = (value: number) =>
    textOf(drawMarks({ value, interval: { low: 0, high: 0.1 }, shape: "diamond" }, PAPER_INKS));
  expect(coloured(0)).not.toContain(PAPER_INKS.fail);
  expect(coloured(0.05)).toContain(PAPER_INKS.fail);
});

test("nothing is drawn but the axis where there is no value", () => {
  const drawn = drawMarks({ value: null, interval: null }, PAPER_INKS);
  expect(drawn.map(({ attributes }) => attributes["stroke"])).toEqual(Array(5).fill(PAPER_INKS.rule));
});

test("text from outside stays text, and what XML cannot hold is left out", () => {
  const hostile = '</text><script>alert("1")</script>&\u0000\u{D800}';
  const text = textOf(drawTicks([hostile], PAPER_INKS));
  expect(text).toContain("&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</text>");
  expect(svgText(shape("text", { fill: '"><script>' }))).toBe('<text fill="&quot;&gt;&lt;script&gt;"/>');
});

test("attributes are written as SVG names them", () => {
  const drawn = shape("svg", { viewBox: "0 0 1 1", strokeWidth: 2, className: "a" });
  expect(svgText(drawn)).toBe('<svg viewBox="0 0 1 1" stroke-width="2" class="a"/>');
});
