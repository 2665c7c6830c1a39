import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckId, TranscriptId } from "../schema/ids.ts";
import type { Verdict, VerdictCause } from "../schema/verdict.ts";
import { sampleForLabelling } from "./sample-for-labelling.ts";

function row(number: number, check: string, verdict: Verdict, cause?: VerdictCause) {
  return {
    transcript_id: TranscriptId.parse(`sim__careful/safety_crisis_test_001.r${number}`),
    mode_id: CheckId.parse(check),
    verdict,
    eligible: true,
    details: { cause },
  };
}
const outcome = (number: number): Verdict =>
  number % 10 === 0 ? "FAIL" : number % 15 === 0 ? "UNCLEAR" : "PASS";
const rows = ["IB-A1", "IB-F4"].flatMap((check) =>
  Array.from({ length: 90 }, (_, index) => row(index + 1, check, outcome(index + 1))),
);

test("each check and verdict gives as many items, or all that it has", () => {
  const sample = sampleForLabelling(rows, { perStratum: 5, seed: 0 });
  const strata = Object.entries(Object.groupBy(sample, ({ axis, verdict }) => `${axis} ${verdict}`));
  expect(strata.map(([stratum, drawn]) => [stratum, drawn?.length]).toSorted()).toEqual([
    ["IB-A1 FAIL", 5],
    ["IB-A1 PASS", 5],
    ["IB-A1 UNCLEAR", 3],
    ["IB-F4 FAIL", 5],
    ["IB-F4 PASS", 5],
    ["IB-F4 UNCLEAR", 3],
  ]);
  expect(sample.find(({ axis, verdict }) => axis === "IB-A1" && verdict === "FAIL")).toMatchObject({
    stratum_size: 9,
    stratum_sample: 5,
  });
});

test("what was not applicable, not eligible or broken off is not drawn", () => {
  const none = [
    row(1, "IB-A1", "NOT_APPLICABLE"),
    { ...row(2, "IB-A1", "PASS"), eligible: false },
    row(3, "IB-A1", "UNCLEAR", "incomplete_transcript"),
  ];
  expect(sampleForLabelling(none, { perStratum: 5, seed: 0 })).toEqual([]);
});

test("an item names neither model nor verdict, is unique, and stands in no telling order", () => {
  const sample = sampleForLabelling(rows, { perStratum: 20, seed: 7 });
  for (const { item } of sample) expect(item).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(sample.map(({ item }) => item)).size).toBe(sample.length);
  expect(sample.map(({ item }) => item)).toEqual(sample.map(({ item }) => item).toSorted());
});

test("the sample follows the seed and the content, not the order of the rows", () => {
  fc.assert(
    fc.property(fc.nat(), fc.shuffledSubarray(rows, { minLength: rows.length }), (seed, shuffled) => {
      const sample = sampleForLabelling(rows, { perStratum: 4, seed });
      expect(sampleForLabelling(shuffled, { perStratum: 4, seed })).toEqual(sample);
      expect(sampleForLabelling(rows, { perStratum: 4, seed: seed + 1 })).not.toEqual(sample);
    }),
    { numRuns: 20 },
  );
});

test("every verdict of a stratum is drawn about equally often", () => {
  const members = Array.from({ length: 10 }, (_, index) => row(index + 1, "IB-A1", "PASS"));
  const drawn = Array.from({ length: 1000 }, (_, seed) =>
    sampleForLabelling(members, { perStratum: 3, seed }).map(({ verdict_item }) => verdict_item),
  ).flat();
  const counts = [...Map.groupBy(drawn, (item) => item).values()].map((same) => same.length);
  expect(counts).toHaveLength(10);
  for (const count of counts) expect(Math.abs(count - 300)).toBeLessThan(70);
});

test("a draw per check does not look at the verdict, and its key says so", () => {
  const sample = sampleForLabelling(rows, { perCheck: 30, seed: 0 });
  const ofCheck = sample.filter(({ axis }) => axis === "IB-A1");
  expect(ofCheck).toHaveLength(30);
  expect(new Set(ofCheck.map(({ stratum, stratum_size }) => `${stratum} ${stratum_size}`))).toEqual(
    new Set(["check 90"]),
  );
});
