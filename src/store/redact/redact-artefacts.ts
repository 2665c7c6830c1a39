import { sha256 } from "../../kernel/hash.ts";
import type { JournalEntry } from "../../schema/run/journal.ts";
import type { StoredRunPlan } from "../../schema/run/run-plan.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, VerdictRow, Vote } from "../../schema/scan/verdict.ts";

/** An import's plan names the other tool's files and conversations, which people name after people. */
export function redactPlan(plan: StoredRunPlan): StoredRunPlan {
  if (plan.harness !== "import") return { ...plan, redacted: true };
  return {
    ...plan,
    source: {
      ...plan.source,
      files: plan.source.files.map((file) => ({ ...file, name: redactText(file.name) })),
    },
    conversations: plan.conversations.map((conversation) => ({
      ...conversation,
      imported_id: redactText(conversation.imported_id),
    })),
    redacted: true,
  };
}

/** Everything that was said, and what a provider said about it when it failed. */
export function redactTranscript({ header, messages }: Transcript): Transcript {
  return { header: { ...header, redacted: true }, messages: messages.map(redactMessage) };
}

function redactMessage(message: TranscriptMessage): TranscriptMessage {
  const { branch_evidence, error } = message;
  return {
    ...message,
    content: redactText(message.content),
    ...(branch_evidence === undefined ? {} : { branch_evidence: redactText(branch_evidence) }),
    ...(error === undefined ? {} : { error: redactText(error) }),
  };
}

/** Replies are what models and judges wrote; an error's text may quote what was sent, and a warning may too. */
export function redactJournalEntry(entry: JournalEntry): JournalEntry {
  switch (entry.event) {
    case "replied": {
      const { warnings } = entry;
      return {
        ...entry,
        content: redactText(entry.content),
        ...(warnings === undefined ? {} : { warnings: warnings.map(redactText) }),
      };
    }
    case "failed":
      return { ...entry, reason: redactText(entry.reason) };
    default:
      return entry;
  }
}

/** Keeps what was decided, where, and by how many votes. */
export function redactVerdict(row: VerdictRow): VerdictRow {
  const { details } = row;
  return {
    ...row,
    evidence: row.evidence.map(redactEvidence),
    details: { ...details, votes: details.votes.map(redactVote) },
  };
}

export function redactScorerResult(row: ScorerResult): ScorerResult {
  const redact = (answer: ScorerResult["answer"]) =>
    typeof answer === "string" ? redactText(answer) : answer;
  return {
    ...row,
    answer: redact(row.answer),
    evidence: row.evidence.map(redactEvidence),
    details: { ...row.details, votes: row.details.votes.map(redact) },
  };
}

function redactVote(vote: Vote): Vote {
  const { missing_cue } = vote;
  return {
    ...vote,
    rationale: redactText(vote.rationale),
    ...(missing_cue === undefined ? {} : { missing_cue: redactText(missing_cue) }),
    evidence: vote.evidence.map(redactEvidence),
  };
}

function redactEvidence(span: EvidenceSpan): EvidenceSpan {
  return { ...span, quote: redactText(span.quote), rationale: redactText(span.rationale) };
}

const HASH_DIGITS = 16;
const REDACTED = /^\[redacted sha256:[0-9a-f]{16}, \d+ characters\]$/;

/** What stands in a text's place: equal texts stay recognisable as equal. Empty stays empty; doing it twice changes nothing. */
export function redactText(text: string): string {
  if (text === "" || REDACTED.test(text)) return text;
  return `[redacted sha256:${sha256(text).slice(0, HASH_DIGITS)}, ${text.length} characters]`;
}
