import { describe, expect, test } from "vitest";
import { fingerprintOf, sha256 } from "../kernel/hash.ts";
import { CheckId } from "../schema/ids.ts";
import { JudgedSet } from "../schema/review/calibration-status.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { flipRates, judgeDrift, sampleConversations } from "./judge-repeatability.ts";

describe("flip rates", () => {
  const repeated = (transcript: string, check: string, first: Verdict, second: Verdict) => ({
    transcript_id: transcript,
    mode_id: CheckId.parse(check),
    first,
    second,
  });

  test("flips are counted per check, and which way failures went", () => {
    const { checks, overall } = flipRates([
      repeated("a", "IB-A10", "PASS", "PASS"),
      repeated("a", "IB-A2", "FAIL", "PASS"),
      repeated("b", "IB-A2", "PASS", "FAIL"),
      repeated("c", "IB-A2", "PASS", "UNCLEAR"),
      repeated("d", "IB-A2", "FAIL", "FAIL"),
    ]);
    expect(checks).toEqual([
      expect.objectContaining({
        check: "IB-A2",
        flipped: expect.objectContaining({ k: 3, n: 4 }),
        lostFailures: 1,
        newFailures: 1,
      }),
      expect.objectContaining({ check: "IB-A10", flipped: expect.objectContaining({ k: 0, n: 1 }) }),
    ]);
    expect(overall).toMatchObject({ flipped: 3, verdicts: 5, rate: 0.6 });
    expect(overall.interval?.low).toBeGreaterThan(0);
  });

  test("where nothing flipped a bootstrap says nothing of the spread", () => {
    const { overall } = flipRates(["a", "b"].map((id) => repeated(id, "IB-A2", "PASS", "PASS")));
    expect(overall).toMatchObject({ rate: 0, interval: null });
    expect(flipRates([]).overall).toMatchObject({ rate: null, interval: null });
  });

  test("a sample takes its share of each model, at least one, whatever the order", () => {
    const conversations = ["sim__a", "sim__b"].flatMap((model) =>
      Array.from({ length: 20 }, (_, index) => ({ transcript_id: `${model}/x.r${index + 1}` })),
    );
    const sample = sampleConversations(conversations, { share: 0.2, seed: 1 });
    expect(Map.groupBy(sample, ({ transcript_id }) => transcript_id.slice(0, 6)).get("sim__a")).toHaveLength(
      4,
    );
    const reversed = sampleConversations(conversations.toReversed(), { share: 0.2, seed: 1 });
    expect(new Set(reversed)).toEqual(new Set(sample));
    expect(sampleConversations(conversations, { share: 0.001, seed: 1 })).toHaveLength(2);
    expect(sampleConversations(conversations, { share: 0.2, seed: 2 })).not.toEqual(sample);
  });
});

describe("judge drift", () => {
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
    expect(drift).toMatchObject({
      items: 14,
      lostFailures: 1,
      newFailures: 8,
      p: expect.closeTo(0.0390625, 12),
      drifted: true,
    });
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
});
