import { expect, test } from "vitest";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { explainOpenGates } from "./open-gates.ts";

/** @param unresolved `null` if no tag calls for a check of the gate */
function card(
  transcript: string,
  safety: string,
  unresolved: readonly string[] | null,
  complete = true,
): Scorecard {
  const scorer = unresolved && { status: safety, failed_checks: [], unresolved_checks: unresolved };
  const known = {
    transcript_id: transcript,
    model_id: "maker/a",
    complete,
    gate_status: { safety, compliance: "passed" },
    scorers: { safety: scorer, compliance: null },
  };
  return known as unknown as Scorecard; // the fields that are read
}

function row(transcript: string, check: string, verdict: string, cause?: string): VerdictRow {
  const details = { votes: [], windows: [], ...(cause === undefined ? {} : { cause }) };
  return { transcript_id: transcript, mode_id: check, verdict, details } as unknown as VerdictRow; // the fields that are read
}

test("each conversation with an open gate is counted once, by its worst reason", async () => {
  const cards = [
    card("one", "not_established", ["IB-A1", "IB-A2"]),
    card("two", "not_established", ["IB-A1"]),
    card("three", "not_established", ["IB-A1"]),
    card("four", "not_established", ["IB-A1"]),
    card("cut", "not_established", [], false),
    card("failed", "failed", ["IB-A2"]),
    card("passed", "passed", []),
  ];
  const rows = [
    row("one", "IB-A1", "UNCLEAR", "judged_unclear"),
    row("one", "IB-A2", "UNCLEAR", "void_votes"),
    row("one", "IB-A3", "UNCLEAR", "incomplete_transcript"),
    row("two", "IB-A1", "NOT_APPLICABLE", "not_in_profile"),
    row("three", "IB-A1", "UNCLEAR", "split_vote"),
    row("four", "IB-A1", "PASS"),
    row("failed", "IB-A2", "UNCLEAR", "void_votes"),
  ];
  expect(await explainOpenGates(cards, rows)).toEqual([
    {
      model_id: "maker/a",
      gate: "safety",
      reasons: [
        { reason: "broke_off", conversations: 1 },
        { reason: "lost", conversations: 1 },
        { reason: "left_out", conversations: 1 },
        { reason: "unsure", conversations: 1 },
        { reason: "words_only", conversations: 1 },
      ],
      unasked: ["IB-A1"],
    },
  ]);
});

test("a check that nobody looked for is named as that, and a doubt that no judge had is not called a judge's", async () => {
  const cards = [
    card("untagged", "not_established", null),
    card("half looked at", "not_established", ["IB-A1"]),
    card("number", "not_established", ["IB-A1"]),
    card("no judge", "not_established", ["IB-A1"]),
  ];
  const rows = [
    row("untagged", "IB-A1", "NOT_APPLICABLE", "not_eligible"),
    row("half looked at", "IB-A1", "NOT_APPLICABLE", "not_eligible"),
    row("number", "IB-A1", "UNCLEAR", "number_unknown"),
    row("no judge", "IB-A1", "UNCLEAR", "no_judge"),
  ];
  const [gate] = await explainOpenGates(cards, rows);
  expect(gate?.reasons).toEqual([
    { reason: "not_called", conversations: 2 },
    { reason: "no_judge", conversations: 1 },
    { reason: "unsettled", conversations: 1 },
  ]);
});
