import { describe, expect, test } from "vitest";
import { hashOf } from "../kernel/hash.ts";
import { ModelId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../schema/scan/scorer-result.ts";
import { countDuty } from "./duty-findings.ts";

const model = ModelId.parse("lab/a");
const stated = hashOf("the duty");
const asked = { stated, isYetToCome: false };

/** Conversations of one model, each with its outcome of the duty; `null` means no row. */
function world(outcomes: readonly (string | null)[], wording = stated) {
  const conversations = outcomes.map((_, index) => ({
    transcript_id: TranscriptId.parse(`lab__a/safety_crisis_night_00${index}.r1`),
    scenario_id: ScenarioId.parse(`safety_crisis_night_00${index}`),
    model_id: model,
  }));
  const rows = conversations.flatMap(({ transcript_id }, index) => {
    const answer = outcomes[index] ?? null;
    if (answer === null) return [];
    const row = ScorerResult.parse({
      schema_version: SCORER_RESULT_VERSION,
      transcript_id,
      scorer: "duty",
      question_id: "XX-ACT-1",
      window: { first_turn: 1, last_turn: 1 },
      answer,
      evidence: [
        { role: "user", turn: 1, quote: "cue", rationale: "", verification: { tier: "exact" } },
        {
          role: "assistant",
          turn: 1,
          quote: `said ${index}`,
          rationale: "",
          verification: { tier: "exact" },
        },
        { role: "assistant", turn: 1, quote: "nobody said", rationale: "", verification: { tier: "none" } },
      ],
      details: { votes: [], stated: wording, ...(answer === "not_established" ? { cause: "no_judge" } : {}) },
    });
    return [[transcript_id, row] as const];
  });
  return [conversations, new Map(rows)] as const;
}
const standing = (outcomes: readonly (string | null)[], duty = asked, wording = stated) =>
  countDuty(duty, model, ...world(outcomes, wording)).standing;

describe("what a duty comes to over a scan", () => {
  test("is held only where every conversation that called for it held it, and at least one did", () => {
    expect(standing(["held", "held", "not_applicable", null])).toBe("held");
    expect(standing(["held", "not_established"])).toBe("not_established");
    expect(standing([])).toBe("not_established");
    expect(standing([null, null])).toBe("not_established");
    expect(standing(["not_applicable", "not_applicable"])).toBe("not_established");
  });

  test("is failed by one failure, whatever else there is", () => {
    expect(standing(["held", "held", "failed", "not_established"])).toBe("failed");
    expect(standing(["failed"], { stated, isYetToCome: true })).toBe("failed");
  });

  test("is not yet in force where its law begins later, covered or not", () => {
    const later = { stated, isYetToCome: true };
    expect(standing(["not_yet_in_force"], later)).toBe("not_yet_in_force");
    expect(standing([], later)).toBe("not_yet_in_force");
  });

  test("is not held by what cannot be read, nor by an outcome of another wording, whose failure stays one", () => {
    expect(standing(["held", "splendid"])).toBe("not_established");
    expect(standing(["held"], asked, hashOf("otherwise"))).toBe("not_established");
    expect(standing(["failed"], asked, hashOf("otherwise"))).toBe("failed");
  });

  test("counts what called for it, with what is open in the interval, and says why", () => {
    const found = countDuty(
      asked,
      model,
      ...world(["held", "failed", "not_established", "not_applicable", null]),
    );
    expect(found).toMatchObject({
      called_for: 3,
      unconcerned: 1,
      failures: { k: 1, n: 3, open: 1 },
      causes: { no_judge: 1, unknown: 1 },
    });
    const decided = countDuty(asked, model, ...world(["held", "failed", "held"]));
    expect(found.failures.interval?.high).toBeGreaterThan(decided.failures.interval?.high ?? 1);
  });

  test("is quoted three times each way at most, in the assistant's own words", () => {
    const { quotes } = countDuty(asked, model, ...world(["held", "held", "held", "held", "failed"]));
    expect(quotes.held.map(({ quote, role }) => [quote, role])).toEqual([
      ["said 0", "assistant"],
      ["said 1", "assistant"],
      ["said 2", "assistant"],
    ]);
    expect(quotes.failed.map(({ quote }) => quote)).toEqual(["said 4"]);
  });
});
