import type { QuestionWindows } from "../text/question-windows.ts";
import { clearedWindow, findingFrom } from "./finding-from.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { holdsItsNonce } from "./judge-prompt.ts";
import { judgeWindows } from "./judge-windows.ts";
import { becauseOf } from "./plain-findings.ts";
import { sweepReplies } from "./sweep-replies.ts";
import type { Finding, VerifyRequest } from "./verifier.ts";

/**
 * Puts a check to the judge: each window that is in question, and where all replies are searched as well, each reply
 * that the search names. These are confirmed alone, by votes, like any other.
 */
export async function judgeCheck(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly adjudicator: JudgePanel | null;
    readonly questions: QuestionWindows;
  },
  signal: AbortSignal,
): Promise<Finding> {
  const { request, panel, adjudicator, questions } = input;
  if (holdsItsNonce(request.transcript)) return becauseOf("nonce_in_text", "UNCLEAR");
  const { windows, judged, flagged } = questions;
  const context = { request, panel, adjudicator, flagged };
  const [flaggedOnes, sweep] = await Promise.all([
    judgeWindows({ ...context, windows: judged, firstIndex: 0 }, signal),
    questions.sweep === null ? null : sweepReplies({ request, panel, window: questions.sweep }, signal),
  ]);
  const named = new Set(sweep?.found.map(({ item }) => item.turn));
  const more = windows.filter((window) => named.has(window.first_turn) && !judged.includes(window));
  const found = await judgeWindows({ ...context, windows: more, firstIndex: judged.length }, signal);
  const all = [...flaggedOnes, ...found, ...questions.cleared.map(clearedWindow)];
  return findingFrom(all, sweep, adjudicator?.modelId ?? null);
}
