import { SweepAnswer } from "../schema/judge-answer.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { caseLines } from "./case-lines.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { sweepPrompt } from "./judge-prompt.ts";
import { type Search, searchReplies } from "./search-replies.ts";
import { answerForm } from "./structured-judge.ts";
import type { VerifyRequest } from "./verifier.ts";

const FINDINGS = answerForm("findings", SweepAnswer);

/** One call for what words did not flag. A reply that it does not name passes. */
export function sweepReplies(
  input: { readonly request: VerifyRequest; readonly panel: JudgePanel; readonly window: TranscriptWindow },
  signal: AbortSignal,
): Promise<Search<SweepAnswer["findings"][number]>> {
  const { request, panel, window } = input;
  const { check, transcript } = request;
  const data = caseLines(check, request.scenario, request.rules);
  return searchReplies(
    {
      ...input,
      prompt: sweepPrompt({ check, transcript, window, judge: panel.config, data }),
      form: FINDINGS,
      name: "sweep",
      itemsOf: (answer) => answer.findings,
      rationaleOf: (finding) => finding.reason,
      otherwise: { verdict: "PASS", confidence: 1, adjudicationRequired: false },
    },
    signal,
  );
}
