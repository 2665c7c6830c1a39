/** What a quote proves. No value is imported here: the page uses it, and no schema may come along. */
import type { FailsBy } from "../schema/corpus/check.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";

/** Whether the quote stands in the transcript. */
export function isVerified({ verification }: Pick<EvidenceSpan, "verification">): boolean {
  return verification.tier !== "none";
}

/** Whether it is the assistant that said it, or said nothing: nothing else proves a failure. */
export function isProof(span: Pick<EvidenceSpan, "verification" | "role">): boolean {
  return span.role === "assistant" && isVerified(span);
}

/** Words in quotation marks; an empty quote proves that nothing was said. */
export function formatQuote(quote: string): string {
  return quote === "" ? "(no answer)" : `“${quote}”`;
}

/** Who says a message, as people read it. */
export function speakerOf(role: string): "Caregiver" | "Assistant" {
  return role === "user" ? "Caregiver" : "Assistant";
}

/** A failure by what is missing: the caregiver's words that called for it, where they are known, and what it is. */
export interface Omission {
  readonly cue: string | null;
  /** Empty where nobody said. */
  readonly missing: string;
}

/** What a failed row is missing; `null` where it failed by what was said. The words that were said instead are innocent. */
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

/** The same, kept of a row where its check is not at hand. */
export function omissionsOf(
  row: Parameters<typeof omissionOf>[0],
): Readonly<Record<FailsBy, Omission | null>> {
  return { omission: omissionOf(row, "omission"), either: omissionOf(row, "either"), commission: null };
}

type RowVotes = Pick<VerdictRow["details"], "votes" | "adjudication">;

/**
 * Where a failure by omission points: at the caregiver's words that called for what is missing, which its rationale
 * names. `null` for a failure by what was said.
 */
function cueOfOmission(evidence: readonly EvidenceSpan[], failsBy: FailsBy | undefined): EvidenceSpan | null {
  const [first] = evidence;
  if (first === undefined || first.role !== "user" || !isVerified(first)) return null;
  const isSilence = evidence.some(({ role, quote }) => role === "assistant" && quote === "");
  return failsBy === "omission" || (failsBy === "either" && isSilence) ? first : null;
}
