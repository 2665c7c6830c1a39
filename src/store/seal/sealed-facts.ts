/** Age and completeness of a scan's evidence, from its journals and those of its runs. */
import { ReplyOrigins, type ReplyOriginTotals } from "../../measure/reply-origins.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { pathExists } from "../file-system.ts";
import { readJournalEntries } from "../journal.ts";
import type { VerdictSurvey } from "./count-verdict-rows.ts";
import type { SealedPlace } from "./sealed-files.ts";

/** The fields of a seal besides file hashes. */
export type SealedFacts = Pick<Seal, "conversations" | "judging" | "repaired" | "imported" | "lost">;

/** Reads how the conversations of runs were produced. */
export async function readConversations(
  runs: SealedPlace["runs"],
  count: Pick<Seal["conversations"], "planned" | "incomplete">,
): Promise<{ readonly conversations: Seal["conversations"]; readonly wasRepaired: boolean }> {
  const had = await readOrigins(runs.map(({ journal }) => journal));
  const conversations = { ...count, from_cache: had.conversationsFromCache, ...had.replies };
  return { conversations, wasRepaired: had.wasRepaired };
}

export async function readFacts(
  { scan, runs }: SealedPlace,
  plan: Pick<ScanPlan, "transcripts">,
  voidVotes: VerdictSurvey["voidVotes"],
): Promise<SealedFacts> {
  const { conversations, wasRepaired } = await readConversations(runs, {
    planned: plan.transcripts.length,
    incomplete: plan.transcripts.filter(({ complete }) => !complete).length,
  });
  const judged = await readOrigins([scan.journal]);
  return {
    ...(wasRepaired || judged.wasRepaired ? { repaired: true } : {}),
    conversations,
    judging: { ...judged.replies, void_votes: voidVotes },
  };
}

/** Adds up several journals; no call is in two of them. */
async function readOrigins(journals: readonly string[]) {
  const each: ReplyOriginTotals[] = [];
  for (const journal of journals) {
    if (!(await pathExists(journal))) continue;
    const origins = new ReplyOrigins();
    for await (const { value } of readJournalEntries(journal)) origins.record(value);
    each.push(origins.finish());
  }
  const sum = (count: (totals: ReplyOriginTotals) => number) =>
    each.reduce((total, totals) => total + count(totals), 0);
  const oldest = each.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted();
  const newest = each.flatMap(({ newestAt }) => newestAt ?? []).toSorted();
  const staleLines = sum((totals) => totals.staleLines);
  return {
    conversationsFromCache: sum((totals) => totals.conversationsFromCache),
    wasRepaired: each.some((totals) => totals.wasRepaired),
    replies: {
      replies: sum((totals) => totals.replies),
      replies_from_cache: sum((totals) => totals.repliesFromCache),
      failed: sum((totals) => totals.failed),
      lost_in_flight: sum((totals) => totals.lostInFlight),
      ...(staleLines === 0 ? {} : { stale_lines: staleLines }),
      oldest_reply_at: oldest[0] ?? null,
      newest_reply_at: newest.at(-1) ?? null,
    },
  };
}
