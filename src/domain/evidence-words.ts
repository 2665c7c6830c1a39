/** What a reader must know of a scan's evidence before its numbers. */
import type { PeopleBrief, PeopleSource } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { formatQuantity } from "./number-words.ts";

/** Of a scan that can be looked at, and decides nothing. */
export const UNSEALED_NOTE =
  "This scan has no seal: its last work was not finished, or it is older than seals. Nothing may be decided from it before it is scanned again.";

type Conversations = Pick<
  Seal["conversations"],
  "planned" | "from_cache" | "replies" | "replies_from_cache" | "oldest_reply_at"
>;

/** Whether conversations were had for this run, or before it; nothing where all were had for it. */
export function describeCachedConversations(conversations: Conversations): readonly string[] {
  const { planned, from_cache, replies, replies_from_cache, oldest_reply_at } = conversations;
  if (replies_from_cache === 0) return [];
  const share =
    from_cache === 0
      ? `${replies_from_cache} of ${replies} replies in conversations`
      : `${from_cache} of ${planned} conversations`;
  return [`${share} came from the cache${since(oldest_reply_at)}.`];
}

export function peopleInBrief({ scan_id, annotators, decided }: PeopleSource): PeopleBrief {
  const count = (rows: PeopleSource["decided"]) => rows.reduce((sum, { verdicts }) => sum + verdicts, 0);
  const changed = decided.filter(({ judge, people }) => judge !== people);
  return { scan_id, annotators, decided: count(decided), changed: count(changed) };
}

/** A reader has to know that not all of it is the judge's word. */
export function describePeople({ scan_id, annotators, decided, changed }: PeopleBrief): string {
  const were = decided === 1 ? "was" : "were";
  return `${formatQuantity(decided, "verdict")} of ${scan_id} ${were} decided by people (${annotators.join(", ")}), ${changed} otherwise than by the judge.`;
}

/** Everything that makes a scan's evidence less than fresh and whole, a sentence each; none where it is both. */
export function describeEvidence(
  seal: Pick<Seal, "conversations" | "judging" | "people" | "repaired" | "redacted">,
): readonly string[] {
  const { conversations, judging } = seal;
  const { replies, replies_from_cache, oldest_reply_at } = judging;
  const voidVotes = Object.values(judging.void_votes).reduce((sum, count) => sum + count, 0);
  return [
    ...describeCachedConversations(conversations),
    ...(replies_from_cache === 0
      ? []
      : [
          `${replies_from_cache} of ${replies} replies of judges came from the cache${since(oldest_reply_at)}.`,
        ]),
    ...lost("asking the assistants", conversations),
    ...lost("asking judges", judging),
    ...(voidVotes === 0 ? [] : [`${formatQuantity(voidVotes, "vote")} of judges could not be used.`]),
    ...(seal.people === undefined ? [] : [describePeople(seal.people)]),
    ...(seal.repaired ? ["Some calls that were lost were asked again."] : []),
    ...(seal.redacted ? ["Redacted: the words are gone, the verdicts are as they were."] : []),
  ];
}

function lost(
  what: string,
  {
    failed,
    lost_in_flight,
    stale_lines = 0,
  }: Pick<Seal["judging"], "failed" | "lost_in_flight" | "stale_lines">,
): readonly string[] {
  const parts = [
    ...(failed === 0 ? [] : [`${formatQuantity(failed, "call")} failed`]),
    ...(lost_in_flight === 0 ? [] : [`${formatQuantity(lost_in_flight, "outcome")} nobody saw`]),
    ...(stale_lines === 0
      ? []
      : [`${formatQuantity(stale_lines, "line")} left out of a process that had lost the run to another`]),
  ];
  return parts.length === 0 ? [] : [`In ${what}: ${parts.join(", ")}.`];
}

function since(at: string | null): string {
  return at === null ? "" : `, the oldest from ${at.slice(0, 10)}`;
}
