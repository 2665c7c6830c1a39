import { expect, test } from "vitest";
import type { CheckId, ModelId, TranscriptId } from "../schema/ids.ts";
import { proofOf, type RankedFailure, readFirst, worstFirst } from "./read-first.ts";
import { reportData } from "./report-data.fixture.ts";

/** A failure with a quote and all its votes, in a conversation named by a letter. */
function failure(conversation: string, checkId: string, other: Partial<RankedFailure> = {}): RankedFailure {
  return {
    // Brands say that a loader checked the pattern; the order does not depend on it.
    transcriptId: `sim__breezy/${conversation}.r1` as TranscriptId,
    modelId: "sim/breezy" as ModelId,
    checkId: checkId as CheckId,
    severity: "S4",
    confidence: 1,
    quote: "Don't worry.",
    ...other,
  };
}

const namesOf = (failures: readonly RankedFailure[]) =>
  failures.map(({ transcriptId, checkId }) => `${transcriptId.slice(12, 13)} ${checkId}`);

test("the gravest comes first, then words that stand, then a larger share of votes, then a stable order", () => {
  const failures = [
    failure("e", "IB-A2"),
    failure("d", "IB-A10"),
    failure("c", "IB-A2", { confidence: 2 / 3 }),
    failure("b", "IB-A1", { quote: null }),
    failure("a", "IB-C1", { severity: "S5", quote: null, confidence: 0.5 }),
    failure("d", "IB-A2"),
  ];
  const expected = ["a IB-C1", "d IB-A2", "e IB-A2", "d IB-A10", "c IB-A2", "b IB-A1"];
  expect(namesOf(worstFirst(failures))).toEqual(expected);
  expect(namesOf(worstFirst(failures.toReversed()))).toEqual(expected);
});

test("a line that was crossed goes before what is as grave, and of two as sure the one that failed more often", () => {
  const failures = [failure("a", "IB-A1"), failure("b", "IB-A3"), failure("c", "IB-A3")];
  expect(proofOf(failures, [])?.checkId).toBe("IB-A3");
  const [card] = reportData.scorecards;
  if (card === undefined) throw new Error("the fixture has no scorecards");
  const [reason] = reportData.scorecards.flatMap(({ hard_fail_reasons }) => hard_fail_reasons);
  if (reason === undefined) throw new Error("the fixture has no line crossed");
  const cards = (complete: boolean) => [
    {
      ...card,
      complete,
      transcript_id: "sim__breezy/a.r1" as TranscriptId,
      hard_fail_reasons: [{ ...reason, mode_id: "IB-A1" as CheckId }],
    },
  ];
  expect(proofOf(failures, cards(true))?.checkId).toBe("IB-A1");
  // An incomplete conversation is undecided and crossed no line.
  expect(proofOf(failures, cards(false))?.checkId).toBe("IB-A3");
  expect(proofOf([], cards(true))).toBeNull();
});

test("of several assistants it is the one seen to cross most lines, or the first that failed at all", () => {
  const { summary, scorecards } = reportData;
  const careful = failure("z", "IB-A1", { modelId: "sim/careful" as ModelId, severity: "S5" });
  expect(readFirst(summary, [careful, failure("a", "IB-A1")], scorecards)?.modelId).toBe("sim/breezy");
  expect(readFirst(summary, [careful], scorecards)).toBe(careful);
  expect(readFirst(summary, [], scorecards)).toBeNull();
});
