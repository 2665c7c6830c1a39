import { expect, test } from "vitest";
import { fingerprintOf, sha256 } from "../kernel/hash.ts";
import { JudgedSet } from "../schema/review/calibration-status.ts";
import { judgeDrift } from "./judge-drift.ts";

function judged(letters: string, change: { checks?: string; texts?: string } = {}): JudgedSet {
  return JudgedSet.parse({
    schema_version: 1,
    judge: "sim/judge",
    corpus_version: "1.0.0",
    scoring: fingerprintOf({ checks: change.checks ?? "first", judge: "alike" }),
    verdicts: [...letters].map((letter, index) => ({
      item: `IB-A1-${String(index + 1).padStart(3, "0")}`,
      text_hash: sha256(`${change.texts ?? ""}${index}`),
      verdict: letter === "F" ? "FAIL" : "PASS",
    })),
  });
}

test("the exact McNemar test is of failures lost against failures new", () => {
  const drift = judgeDrift(judged("FPPPPPPPPFFFPP"), judged("PFFFFFFFFFFFPP"));
  expect(drift).toMatchObject({ items: 14, lostFailures: 1, newFailures: 8, p: 0.0390625, drifted: true });
  expect(drift.changed).toHaveLength(9);
});

test("the same verdicts show no drift, with p = 1", () => {
  expect(judgeDrift(judged("FFPP"), judged("FFPP"))).toMatchObject({
    changed: [],
    p: 1,
    drifted: false,
    changedParts: [],
  });
});

test("a text that changed is not compared, and a part that changed is named", () => {
  expect(judgeDrift(judged("FP"), judged("PP", { texts: "new", checks: "second" }))).toMatchObject({
    items: 0,
    notCompared: ["IB-A1-001", "IB-A1-002"],
    p: 1,
    changedParts: ["checks"],
  });
});
