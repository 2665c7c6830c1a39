/** Notes about a scan's evidence that a reader needs before its numbers. */
import type { PeopleBrief, PeopleSource } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { LostCause, VoidCause } from "../schema/scan/verdict.ts";
import { isLost, lostQuestions } from "./losses.ts";
import { formatQuantity } from "./number-words.ts";
import { shorten } from "./visible-text.ts";

/** Note for an unfinished scan: it can be viewed and decides nothing. */
export const UNSEALED_NOTE =
  "This scan has no seal: its last work was not finished, or it is older than seals. Nothing may be decided from it before it is scanned again.";

type Conversations = Pick<
  Seal["conversations"],
  "planned" | "from_cache" | "replies" | "replies_from_cache" | "oldest_reply_at"
>;

/** Says whether conversations were made for this run or reused from earlier ones; empty if all were made for it. */
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

/** Tells readers that some verdicts are people's and not the judge's. */
export function describePeople({ scan_id, annotators, decided, changed }: PeopleBrief): string {
  const were = decided === 1 ? "was" : "were";
  return `${formatQuantity(decided, "verdict")} of ${scan_id} ${were} decided by people (${annotators.join(", ")}), ${changed} otherwise than by the judge.`;
}

/** Note for a scan that is viewed with another corpus; empty if the corpus is the same. */
export function describeOtherCorpus(parts: readonly string[], madeWith: string): readonly string[] {
  if (parts.length === 0) return [];
  const named = parts.map((part) => part.replaceAll("_", " ")).join(", ");
  return [
    `What is here is not what this was judged with (corpus ${madeWith}): it differs in ${named}. Conversations and verdicts are as they were; the words of checks and scenarios beside them are today's.`,
  ];
}

/** Everything that makes a scan's evidence stale or incomplete, one sentence each; empty if it is fresh and whole. */
export function describeEvidence(seal: DescribedSeal): readonly string[] {
  return [...describeFreshness(seal), ...describeLost(seal)];
}

type DescribedSeal = Pick<Seal, "conversations" | "judging" | "people" | "repaired" | "lost">;

/** Like `describeEvidence`, but without failed calls, for reports that list them separately. */
export function describeFreshness(seal: DescribedSeal): readonly string[] {
  const { conversations, judging } = seal;
  const { replies, replies_from_cache, oldest_reply_at } = judging;
  // Failed calls have their own sentence if they were counted.
  const isCounted = seal.lost !== undefined;
  const voidVotes = Object.entries(judging.void_votes).reduce(
    (sum, [cause, count]) => sum + (isCounted && isLost(VoidCause.parse(cause)) ? 0 : count),
    0,
  );
  return [
    ...describeCachedConversations(conversations),
    ...(replies_from_cache === 0
      ? []
      : [
          `${replies_from_cache} of ${replies} replies of judges came from the cache${since(oldest_reply_at)}.`,
        ]),
    ...describeCalls("asking the assistants", conversations, isCounted),
    ...describeCalls("asking judges", judging, isCounted),
    ...(voidVotes === 0 ? [] : [`${formatQuantity(voidVotes, "vote")} of judges could not be used.`]),
    ...(seal.people === undefined ? [] : [describePeople(seal.people)]),
    ...(seal.repaired ? ["Some calls that were lost were asked again."] : []),
  ];
}

/** Calls in flight during an interruption were repeated: they cost money, and no evidence is missing. */
function describeCalls(
  what: string,
  {
    failed,
    lost_in_flight,
    stale_lines = 0,
  }: Pick<Seal["judging"], "failed" | "lost_in_flight" | "stale_lines">,
  isLossCounted: boolean,
): readonly string[] {
  const parts = [
    ...(failed === 0 || isLossCounted ? [] : [`${formatQuantity(failed, "call")} failed`]),
    ...(lost_in_flight === 0 ? [] : [`${formatQuantity(lost_in_flight, "outcome")} nobody saw`]),
    ...(stale_lines === 0
      ? []
      : [`${formatQuantity(stale_lines, "line")} left out of a process that had lost the run to another`]),
  ];
  return parts.length === 0 ? [] : [`In ${what}: ${parts.join(", ")}.`];
}

const LOSSES: Readonly<Record<LostCause, readonly [string, string]>> = {
  call_failed: ["call failed", "calls failed"],
  unparsable: ["answer could not be read", "answers could not be read"],
  wrong_echo: ["answer was to another question", "answers were to other questions"],
  truncated: ["answer was cut off", "answers were cut off"],
};

type SealedLosses = Pick<Seal, "lost">;

/** Describes failed calls and the verdicts that are undecided because of them; empty if there are none. */
export function describeLost(seal: SealedLosses): readonly string[] {
  return [...describeLostConversations(seal), ...describeLostQuestions(seal)];
}

export function describeLostConversations({ lost }: SealedLosses): readonly string[] {
  if (lost?.conversations === undefined) return [];
  const { count, example } = lost.conversations;
  return [
    `Lost: ${formatQuantity(count, "conversation")} broke off (${shortened(example)}), and ${count === 1 ? "is" : "are"} open.`,
  ];
}

export function describeLostQuestions({ lost }: SealedLosses): readonly string[] {
  const unanswered = lost === undefined ? 0 : lostQuestions(lost);
  if (lost === undefined || unanswered === 0) return [];
  const kinds = LostCause.options.flatMap((cause) => {
    const kind = lost.unanswered[cause];
    if (kind === undefined) return [];
    // For an answer that arrived the reason only repeats its kind.
    const why = cause === "call_failed" ? `: ${shortened(kind.example)}` : "";
    return [`${formatQuantity(kind.count, ...LOSSES[cause])}${why}`];
  });
  const { open_verdicts, open_answers } = lost;
  const open = [
    ...(open_verdicts === 0 ? [] : [formatQuantity(open_verdicts, "verdict")]),
    ...(open_answers === 0 ? [] : [`${formatQuantity(open_answers, "answer")} of scorers`]),
  ];
  const are = open_verdicts + open_answers === 1 ? "is" : "are";
  const result = open.length === 0 ? "no verdict is" : `${open.join(" and ")} ${are}`;
  return [
    `Lost: ${unanswered} of ${formatQuantity(lost.questions, "question")} to judges (${kinds.join("; ")}); ${result} open because of it.`,
  ];
}

const LONGEST_REASON = 80;

/** A server's error message on one line. */
function shortened(reason: string): string {
  const line = reason.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return shorten(line, LONGEST_REASON);
}

function since(at: string | null): string {
  return at === null ? "" : `, the oldest from ${at.slice(0, 10)}`;
}
