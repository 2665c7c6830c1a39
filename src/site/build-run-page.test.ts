import { expect, test } from "vitest";
import type { JournalTotals } from "../measure/journal-totals.ts";
import { JournalCounter } from "../measure/journal-totals.ts";
import { alarmOf, remainingMs } from "./build-run-page.ts";

function totals(part: Partial<JournalTotals>): JournalTotals {
  return { ...new JournalCounter().totals, ...part };
}

test("what is left goes by the pace so far, once there is one and for as long as it runs", () => {
  const journal = totals({ replied: 18, failed: 2, wallTimeMs: 10_000 });
  expect(remainingMs(journal, 60, true)).toBe(20_000);
  expect(remainingMs(journal, 60, false)).toBeNull();
  expect(remainingMs(totals({ replied: 3, wallTimeMs: 10_000 }), 60, true)).toBeNull();
  expect(remainingMs(journal, 5, true)).toBe(0);
});

test("an alarm is raised where a fifth of at least five calls failed, with the most frequent cause", () => {
  const failures = new Map([
    ["timeout", { count: 1, example: "" }],
    ["rate_limited", { count: 5, example: "" }],
  ]);
  expect(alarmOf(totals({ replied: 10, failed: 6, failures }))).toContain(
    "6 of 16 calls failed. Most often: rate limited.",
  );
  expect(alarmOf(totals({ replied: 100, failed: 6, failures }))).toBeNull();
  expect(alarmOf(totals({ replied: 0, failed: 4, failures }))).toBeNull();
});
