/** What a quote proves. No value is imported here: the page uses it, and no schema may come along. */
import type { EvidenceSpan } from "../schema/scan/verdict.ts";

/** Whether the quote stands in the transcript. */
export function isVerified({ verification }: Pick<EvidenceSpan, "verification">): boolean {
  return verification.tier !== "none";
}

/** Whether it is the assistant that said it: nothing else proves a failure. */
export function isProof(span: Pick<EvidenceSpan, "verification" | "role">): boolean {
  return span.role === "assistant" && isVerified(span);
}
