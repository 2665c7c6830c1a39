import { createRandom } from "../kernel/random.ts";
import { proportion } from "../measure/proportion.ts";
import { CheckId } from "../schema/ids.ts";
import type { Interval, Proportion } from "../schema/scan/summary.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { resampledMeans, resampleIndices } from "../stats/bootstrap.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { byAxis } from "./label-agreement.ts";

/** A question that was put to the same judge twice. */
export interface RepeatedVerdict {
  readonly transcript_id: string;
  readonly mode_id: CheckId;
  readonly first: Verdict;
  readonly second: Verdict;
}

export interface FlipRates {
  readonly checks: readonly {
    readonly check: CheckId;
    readonly flipped: Proportion;
    readonly lostFailures: number;
    readonly newFailures: number;
  }[];
  readonly overall: {
    readonly flipped: number;
    readonly verdicts: number;
    readonly rate: number | null;
    /**
     * 95%, by drawing whole conversations: the verdicts on one belong together. `null` where nothing flipped or everything
     * did, which says nothing of the spread.
     */
    readonly interval: Interval | null;
  };
}

const RESAMPLES = 2000;

/** How often a verdict comes out otherwise when nothing but chance has changed. */
export function flipRates(repeated: readonly RepeatedVerdict[]): FlipRates {
  const isFlip = ({ first, second }: RepeatedVerdict) => first !== second;
  const flipped = repeated.filter(isFlip).length;
  const conversations = [...Map.groupBy(repeated, ({ transcript_id }) => transcript_id).values()].map(
    (rows) => ({ total: rows.filter(isFlip).length, count: rows.length }),
  );
  const draws = resampleIndices(conversations.length, RESAMPLES, "flip-rates/1");
  return {
    checks: byAxis(repeated.map((row) => ({ ...row, axis: row.mode_id }))).map(([check, rows]) => ({
      check: CheckId.parse(check),
      flipped: proportion(rows.filter(isFlip).length, rows.length),
      lostFailures: rows.filter((row) => row.first === "FAIL" && isFlip(row)).length,
      newFailures: rows.filter((row) => row.second === "FAIL" && isFlip(row)).length,
    })),
    overall: {
      flipped,
      verdicts: repeated.length,
      rate: repeated.length === 0 ? null : flipped / repeated.length,
      interval:
        flipped === 0 || flipped === repeated.length
          ? null
          : percentileInterval(resampledMeans(conversations, draws)),
    },
  };
}

/**
 * A share of each model's conversations, at least one of each, every one equally likely; in the order they came. Whole
 * conversations, because the questions about one share what a judge has to read.
 */
export function sampleConversations<Conversation extends { readonly transcript_id: string }>(
  conversations: readonly Conversation[],
  options: { readonly share: number; readonly seed: number },
): readonly Conversation[] {
  const chosen = new Set<Conversation>();
  for (const [model, members] of Map.groupBy(conversations, modelOf)) {
    const random = createRandom(`repeat-sample/1|${options.seed}|${model}`);
    const inDrawnOrder = members
      .toSorted((a, b) => (a.transcript_id < b.transcript_id ? -1 : 1))
      .map((conversation) => ({ conversation, at: random.next() }))
      .sort((a, b) => a.at - b.at);
    const count = Math.max(1, Math.round(options.share * members.length));
    for (const { conversation } of inDrawnOrder.slice(0, count)) chosen.add(conversation);
  }
  return conversations.filter((conversation) => chosen.has(conversation));
}

function modelOf({ transcript_id }: { readonly transcript_id: string }): string {
  return transcript_id.slice(0, transcript_id.indexOf("/"));
}
