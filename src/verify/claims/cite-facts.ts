import type { ReferenceFact } from "../../schema/reference-fact.ts";
import type { Finding } from "../verifier.ts";

/** Which of the facts that were shown the deciding votes name, and their sources beside the evidence. */
export function citeFacts(finding: Finding, shown: readonly ReferenceFact[]): Finding {
  const reasons = finding.votes
    .filter((vote) => vote.verdict === finding.verdict)
    .map((vote) => vote.rationale);
  const named = (text: string) => shown.filter(({ id }) => new RegExp(`\\b${id}\\b`).test(text));
  const cited = shown.filter((fact) => reasons.some((reason) => named(reason).includes(fact)));
  if (cited.length === 0) return finding;
  return {
    ...finding,
    facts: [...new Set(cited.map(({ id }) => id))].sort(),
    evidence: finding.evidence.map((span) => ({
      ...span,
      rationale: withSources(span.rationale, named(span.rationale)),
    })),
  };
}

/** A reason, and where the facts it names can be read. */
export function withSources(rationale: string, facts: readonly ReferenceFact[]): string {
  const sources = facts.map(({ id, source }) => `${id}: ${source}`);
  return sources.length === 0 ? rationale : `${rationale} [${sources.join("; ")}]`;
}
