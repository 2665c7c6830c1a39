import fc from "fast-check";
import { expect, test } from "vitest";
import { wilsonInterval } from "../stats/intervals.ts";
import { conversationProportion } from "./proportion.ts";

interface Told {
  readonly scenario_id: string;
  readonly outcome: "so" | "open" | "not";
}
const isSo = ({ outcome }: Told) => outcome === "so";
const isOpen = ({ outcome }: Told) => outcome === "open";

const conversations = (repeats: number) =>
  fc
    .array(fc.constantFrom("so" as const, "open" as const, "not" as const), { minLength: 1, maxLength: 120 })
    .map((outcomes) =>
      outcomes.map((outcome, index) => ({ scenario_id: `s${Math.floor(index / repeats)}`, outcome })),
    );

test("nothing of nothing has neither rate nor interval", () => {
  expect(conversationProportion([], isSo)).toEqual({ k: 0, n: 0, rate: null, interval: null });
});

test("where each scenario was had once, the ends are Wilson's without and with what is open", () => {
  fc.assert(
    fc.property(conversations(1), (told) => {
      const { k, n, interval } = conversationProportion(told, isSo, isOpen);
      const open = told.filter(isOpen).length;
      expect(interval?.low).toBe(wilsonInterval(k, n)?.low);
      expect(interval?.high).toBe(wilsonInterval(k + open, n)?.high);
    }),
  );
});

test("nothing that is open narrows the interval of what is decided", () => {
  const crossed = ["so", "not", "not", ...Array<"not">(9).fill("not")] as const;
  const decided = crossed.map((outcome, index) => ({ scenario_id: `s${Math.floor(index / 3)}`, outcome }));
  const lost = Array.from({ length: 3 }, () => ({ scenario_id: "lost", outcome: "open" as const }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }).chain(conversations), (told) => {
      const all = conversationProportion(told, isSo, isOpen).interval;
      const certain = conversationProportion(
        told.filter((each) => !isOpen(each)),
        isSo,
      ).interval;
      expect(all?.low).toBeLessThanOrEqual(certain?.low ?? 1);
      expect(all?.high).toBeGreaterThanOrEqual(certain?.high ?? 0);
    }),
    { examples: [[[...decided, ...lost]]] },
  );
});

test("the interval holds every rate that what is open may turn out to be", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }).chain(conversations), (told) => {
      const { k, n, interval } = conversationProportion(told, isSo, isOpen);
      const open = told.filter(isOpen).length;
      expect(interval?.low).toBeLessThanOrEqual(k / n);
      expect(interval?.high).toBeGreaterThanOrEqual((k + open) / n);
    }),
  );
});
