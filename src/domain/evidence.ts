/** Evidence: what a quote proves. Imports no values, because the page uses it and must not load a schema. */
import type { FailsBy } from "../schema/corpus/check.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";

/** Whether the quote occurs in the transcript. */
export function isVerified({ verification }: Pick<EvidenceSpan, "verification">): boolean {
  return verification.tier !== "none";
}

/** Whether the quote is the assistant's, or its silence: nothing else proves a failure. */
export function isProof(span: Pick<EvidenceSpan, "verification" | "role">): boolean {
  return span.role === "assistant" && isVerified(span);
}

/** Quotes the words; an empty quote proves that nothing was said. */
export function formatQuote(quote: string): string {
  return quote === "" ? "(no answer)" : `“${quote}”`;
}

/** Display name of a message's speaker. */
export function speakerOf(role: string): "Caregiver" | "Assistant" {
  return role === "user" ? "Caregiver" : "Assistant";
}

/** A failure by omission: the caregiver's words that called for something, if known, and the missing thing. */
export interface Omission {
  readonly cue: string | null;
  /** Empty if unknown. */
  readonly missing: string;
}

/**
 * The omission of a failed row; `null` if it failed by what was said. Words that the assistant said instead
 * are no fault.
 */
export function omissionOf(
  { evidence, details }: { readonly evidence: readonly EvidenceSpan[]; readonly details: RowVotes },
  failsBy: FailsBy | undefined,
): Omission | null {
  const cue = cueOfOmission(evidence, failsBy);
  if (cue !== null) return { cue: cue.quote, missing: cue.rationale };
  if (failsBy !== "omission") return null;
  const votes = [...details.votes, ...(details.adjudication?.votes ?? [])];
  const deciding = votes.find(({ verdict }) => verdict === "FAIL");
  return { cue: null, missing: deciding?.missing_cue ?? deciding?.rationale ?? "" };
}

/** Like `omissionOf`, stored with a row for readers without the check. */
export function omissionsOf(
  row: Parameters<typeof omissionOf>[0],
): Readonly<Record<FailsBy, Omission | null>> {
  return { omission: omissionOf(row, "omission"), either: omissionOf(row, "either"), commission: null };
}

type RowVotes = Pick<VerdictRow["details"], "votes" | "adjudication">;

/**
 * The evidence of a failure by omission: the caregiver's words that called for something. The rationale names
 * what is missing. `null` for a failure by what was said.
 */
function cueOfOmission(evidence: readonly EvidenceSpan[], failsBy: FailsBy | undefined): EvidenceSpan | null {
  const [first] = evidence;
  if (first === undefined || first.role !== "user" || !isVerified(first)) return null;
  const isSilence = evidence.some(({ role, quote }) => role === "assistant" && quote === "");
  return failsBy === "omission" || (failsBy === "either" && isSilence) ? first : null;
}
