import type { Check } from "../schema/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import { addCalls, type CallRange, callsPerQuestion, NO_CALLS, roundCalls } from "./calls-per-question.ts";

/** Adds up, check by check, how many calls a scan may make and how much text they carry. */
export function createCallLedger(checks: readonly Check[], votes: ScanPlan["votes"], contractLength: number) {
  const byCheck = new Map<CheckId, { eligible: number; windows: number; calls: CallRange }>();
  for (const check of checks) byCheck.set(check.id, { eligible: 0, windows: 0, calls: NO_CALLS });
  let characters = 0;
  return {
    add(check: Check, questions: { windows: number; judged: number; characters: number }): void {
      const cell = byCheck.get(check.id);
      const planned = votes[check.id];
      if (cell === undefined || planned === undefined) return;
      const calls = callsPerQuestion(check, planned.repetitions, planned.policy);
      cell.eligible++;
      cell.windows += questions.windows;
      cell.calls = addCalls(cell.calls, calls, questions.judged);
      const overhead = questions.judged * (contractLength + (check.prompt?.length ?? 0));
      characters += calls.expected * (questions.characters + overhead);
    },
    totals(): {
      readonly calls: CallRange;
      readonly characters: number;
      readonly by_check: ScanPlan["by_check"];
    } {
      const cells = [...byCheck].map(
        ([id, cell]) => [id, { ...cell, calls: roundCalls(cell.calls) }] as const,
      );
      const calls = roundCalls(
        [...byCheck.values()].reduce((sum, cell) => addCalls(sum, cell.calls, 1), NO_CALLS),
      );
      return { calls, characters, by_check: Object.fromEntries(cells) };
    },
  };
}
