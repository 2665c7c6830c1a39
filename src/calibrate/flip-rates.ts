import { CheckId } from "../schema/ids.ts";
import type { Interval, Proportion } from "../schema/summary.ts";
import type { Verdict } from "../schema/verdict.ts";
import { percentileInterval } from "../stats/percentile-interval.ts";
import { resampleIndices } from "../stats/resample-indices.ts";
import { resampledMeans } from "../stats/resampled-means.ts";
import { byAxis } from "./label-agreement.ts";
import { proportion } from "./pair-agreement.ts";

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
    readonly lost_failures: number;
    readonly new_failures: number;
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
      lost_failures: rows.filter((row) => row.first === "FAIL" && isFlip(row)).length,
      new_failures: rows.filter((row) => row.second === "FAIL" && isFlip(row)).length,
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
