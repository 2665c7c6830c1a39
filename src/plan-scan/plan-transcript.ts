import { hashOf } from "../kernel/hash.ts";
import type { Check } from "../schema/check.ts";
import { type CheckId, Sha256, type Tag } from "../schema/ids.ts";
import type { PlannedTranscript } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import { conversationTags, isEligible, suppressorOf } from "../schema/scenario-tags.ts";
import type { Transcript } from "../schema/transcript.ts";

/** Which checks look at a transcript, and which of them its tags suppress. */
export function planTranscript(
  transcript: Transcript,
  scenario: Scenario | null,
  checks: readonly Check[],
): PlannedTranscript {
  const tags = conversationTags(transcript.header, scenario);
  const eligible: CheckId[] = [];
  const suppressed: Record<CheckId, Tag> = {};
  for (const check of checks) {
    if (!isEligible(check, tags)) continue;
    const suppressor = suppressorOf(check, tags);
    if (suppressor === undefined) eligible.push(check.id);
    else suppressed[check.id] = suppressor;
  }
  const { transcript_id, complete } = transcript.header;
  return { transcript_id, transcript_hash: Sha256.parse(hashOf(transcript)), complete, eligible, suppressed };
}
