import { differingParts } from "../domain/fingerprints.ts";
import { by } from "../kernel/order.ts";
import { createRandom } from "../kernel/random.ts";
import { proportion } from "../measure/proportion.ts";
import { CheckId } from "../schema/ids.ts";
import type { JudgedSet } from "../schema/review/calibration-status.ts";
import type { Interval, Proportion } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { resampledMeans, resampleIndices } from "../stats/bootstrap.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { mcNemarTest } from "../stats/significance-tests.ts";
import { byAxis } from "./label-agreement.ts";

/** A question that the same judge answered twice. */
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
     * 95%, from a bootstrap over whole conversations, because verdicts on one conversation are related. `null` if
     * nothing or everything flipped, which does not show the spread.
     */
    readonly interval: Interval | null;
  };
}

const RESAMPLES = 2000;

/** Measures how often a verdict changes by chance alone. */
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
 * Draws a share of each model's conversations, at least one per model, all equally likely, and keeps their order. It
 * draws whole conversations because their questions share what a judge has to read.
 */
export function sampleConversations<Conversation extends { readonly transcript_id: string }>(
  conversations: readonly Conversation[],
  options: { readonly share: number; readonly seed: number },
): readonly Conversation[] {
  const chosen = new Set<Conversation>();
  for (const [model, members] of Map.groupBy(conversations, modelOf)) {
    const random = createRandom(`repeat-sample/1|${options.seed}|${model}`);
    const inDrawnOrder = members
      .toSorted(by(({ transcript_id }) => transcript_id))
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

export interface JudgeDrift {
  readonly items: number;
  /** Items whose text changed since the baseline, or that one side lacks. No comparison includes them. */
  readonly notCompared: readonly string[];
  readonly changed: readonly { readonly item: string; readonly before: Verdict; readonly after: Verdict }[];
  /** FAIL only at the baseline, and FAIL only this time. */
  readonly lostFailures: number;
  readonly newFailures: number;
  /** Two-sided exact McNemar test of FAIL against everything else. */
  readonly p: number;
  /** Whether the change is larger than chance gives once in twenty times. */
  readonly drifted: boolean;
  /** Fingerprint parts that differ from the baseline. Our own changes are not drift of the judge. */
  readonly changedParts: readonly string[];
}

const ALPHA = 0.05;

/** Compares new verdicts on a frozen set with the earlier ones. */
export function judgeDrift(before: JudgedSet, after: JudgedSet): JudgeDrift {
  const earlier = new Map(before.verdicts.map((row) => [row.item, row]));
  const compared = after.verdicts.flatMap(({ item, text_hash, verdict }) => {
    const was = earlier.get(item);
    return was?.text_hash === text_hash ? [{ item, before: was.verdict, after: verdict }] : [];
  });
  const items = new Set(compared.map(({ item }) => item));
  const all = new Set([...before.verdicts, ...after.verdicts].map(({ item }) => item));
  const lost = compared.filter((row) => row.before === "FAIL" && row.after !== "FAIL").length;
  const gained = compared.filter((row) => row.before !== "FAIL" && row.after === "FAIL").length;
  const { exact: p } = mcNemarTest(lost, gained);
  return {
    items: compared.length,
    notCompared: [...all].filter((item) => !items.has(item)).sort(),
    changed: compared.filter((row) => row.before !== row.after),
    lostFailures: lost,
    newFailures: gained,
    p,
    drifted: p < ALPHA,
    changedParts: [...differingParts(before.scoring.parts, after.scoring.parts)],
  };
}
