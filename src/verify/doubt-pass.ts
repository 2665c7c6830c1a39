import type { ModelId } from "../schema/ids.ts";
import type { Finding, Verifier, VerifyRequest } from "./verifier.ts";

/**
 * A gate's PASS on text that looks written for a judge is not established, unless a second judge, asked once about all
 * of it, passes it as well.
 */
export async function doubtPass(
  pass: Finding,
  request: VerifyRequest,
  second: { readonly judge: ModelId; readonly verifier: Verifier } | null,
  signal: AbortSignal,
): Promise<Finding> {
  const doubted: Finding = {
    ...pass,
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "injection_suspected",
  };
  if (second === null) return doubted;
  const { verdict, votes } = await second.verifier.verify(
    { ...request, repetitions: 1, policy: "fixed", profile: "publish" },
    signal,
  );
  const adjudication = { judge: second.judge, verdict, votes: [...votes] };
  if (verdict === "PASS") return { ...pass, adjudication };
  const cause = verdict === "FAIL" ? "adjudicator_disagrees" : "injection_suspected";
  return { ...doubted, cause, adjudication };
}
