/** Doubts verdicts if the assistant's text looks written for a judge: it may have told the judge what to find. */
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ModelId } from "../schema/ids.ts";
import type { ActSearch } from "./judge/found-in-replies.ts";
import { requireSweep } from "./judge/sweep-replies.ts";
import type { CheckFinding, Verifier, VerifyRequest } from "./verifier.ts";

/** Makes a gate's PASS on such text UNCLEAR, unless a second judge passes it too in one question about all of it. */
export async function recheckSuspectedPass(
  pass: CheckFinding,
  input: {
    readonly request: VerifyRequest;
    /** Search by the second judge. */
    readonly sweep: ActSearch | undefined;
    readonly second: { readonly judge: ModelId; readonly verifier: Verifier } | null;
  },
  signal: AbortSignal,
): Promise<CheckFinding> {
  const { second, sweep } = input;
  const { sweep: _, ...request } = input.request;
  const doubted = doubt(pass);
  if (second === null) return doubted;
  const again = await second.verifier.verify(
    { ...request, repetitions: 1, policy: "fixed", ...(sweep === undefined ? {} : { sweep }) },
    signal,
  );
  const { verdict, votes } = requireSweep(again, sweep);
  const adjudication = { judge: second.judge, verdict, votes: [...votes] };
  if (verdict === "PASS") return { ...pass, adjudication };
  const cause = verdict === "FAIL" ? "adjudicator_disagrees" : "injection_suspected";
  return { ...doubted, cause, adjudication };
}

/** Without an author's tags a gate passes if a judge finds nothing; on such text that is a doubt too. */
export function doubtNothingFound(finding: CheckFinding, scenario: Scenario | null): CheckFinding {
  const isNothing = finding.verdict === "NOT_APPLICABLE" && finding.cause !== "no_judge";
  return scenario === null && isNothing ? doubt(finding) : finding;
}

function doubt(finding: CheckFinding): CheckFinding {
  return {
    ...finding,
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "injection_suspected",
  };
}
