/** An account's per-minute limits as a bucket: it fills evenly, and holds one second's worth. */
import type { MinuteLimits } from "../../schema/corpus/bench-config.ts";

/** The bucket's content, and its time. */
export interface MinuteBucket {
  readonly requests: number;
  /** Below zero if more was used than available: nothing is sent until the bucket has refilled. */
  readonly tokens: number;
  readonly filledMs: number;
}

/** One draw: the tokens of each waiting call, in order, and a correction. */
interface Drawing {
  readonly asked: readonly number[];
  /** Tokens used by earlier calls beyond what they drew; below zero if they used fewer. */
  readonly correction: number;
}

/**
 * A bucket that holds one second's worth and refills for sixty seconds gives 61 seconds' worth. Setting that to the
 * minute's limit keeps every minute within it, wherever it begins.
 */
const SECONDS = 61;

/**
 * Returns how many waiting calls may be sent, counted from the first. A call is sent if one whole request and any
 * tokens are left, so a call larger than one second's worth can be sent too.
 * @param before `null` for a new bucket, which is full
 */
export function drawFromBucket(
  before: MinuteBucket | null,
  limits: MinuteLimits,
  nowMs: number,
  { asked, correction }: Drawing,
): { readonly bucket: MinuteBucket; readonly admitted: number } {
  const filledMs = Math.max(nowMs, before?.filledMs ?? nowMs);
  const seconds = (filledMs - (before?.filledMs ?? filledMs)) / 1000;
  const filled = (left: number | undefined, perMinute = 0) => {
    const rate = perMinute / SECONDS;
    const most = Math.max(1, rate);
    return Math.min(most, (left ?? most) + rate * seconds);
  };
  let requests = filled(before?.requests, limits.requests_per_minute);
  let tokens = filled(before?.tokens, limits.tokens_per_minute) - correction;
  let admitted = 0;
  for (const amount of asked) {
    if (limits.requests_per_minute !== undefined && requests < 1) break;
    if (limits.tokens_per_minute !== undefined && tokens <= 0) break;
    admitted += 1;
    if (limits.requests_per_minute !== undefined) requests -= 1;
    if (limits.tokens_per_minute !== undefined) tokens -= amount;
  }
  return { bucket: { requests, tokens, filledMs }, admitted };
}
