import { expect, test } from "vitest";
import { formatDates } from "../../../src/domain/number-words.ts";
import { plottedRate } from "../../../src/figures/interval-marks.ts";
import { formatMoment, formatProportion } from "./format-number.ts";

const few = { k: 4, n: 8, rate: 0.5, interval: { low: 0.2, high: 0.8 } };
const enough = { k: 12, n: 30, rate: 0.4, interval: { low: 0.25, high: 0.58 } };

test("below the fewest that bear a rate the count stands alone, in words and in pictures", () => {
  expect(formatProportion(few, 10)).toBe("4 of 8, too few for a rate");
  expect(plottedRate(few, 10)).toEqual({ value: null, interval: null });
  expect(formatProportion(enough, 10)).toBe("12 of 30 (25–58%)");
  expect(plottedRate(enough, 10)).toEqual({ value: { low: 0.4, high: 0.4 }, interval: enough.interval });
});

test("what is open is drawn from where nobody crossed a line in it to where everybody did", () => {
  expect(plottedRate({ ...enough, open: 3 }, 10).value).toEqual({ low: 0.4, high: 0.5 });
});

test("a day is told once, several from the first to the last", () => {
  expect(formatDates([])).toBeNull();
  expect(formatDates(["2026-11-16T23:59:00Z", "2026-11-16T00:01:00Z"])).toBe("16 November 2026");
  expect(formatDates(["2026-11-16T12:00:00Z", "2026-11-14T12:00:00Z"])).toBe(
    "14 November 2026 to 16 November 2026",
  );
});

test("a moment has its hour, so that runs of one day can be told apart", () => {
  const now = new Date("2026-11-18T21:00:00Z");
  expect(formatMoment("2026-11-18T20:04:00.000Z", now, "UTC")).toBe("today 20:04");
  expect(formatMoment("2026-11-17T20:04:00.000Z", now, "UTC")).toBe("17 November 2026, 20:04");
});
