/** What an account may have a minute, kept as a bucket: it fills evenly, and holds a second's worth. */
import type { MinuteLimits } from "../../schema/corpus/bench-config.ts";

/** What is left in it, and when that was so. */
export interface MinuteBucket {
  readonly requests: number;
  /** Below zero where more was used than there was: nothing goes out until it is made up for. */
  readonly tokens: number;
  readonly filledMs: number;
}

/** What is asked of a bucket: the tokens of each call that wants to go out, in order, and what is to be put right. */
interface Drawing {
  readonly asked: readonly number[];
  /** Tokens that earlier calls had beyond what was drawn for them; below zero where they had fewer. */
  readonly correction: number;
}

/**
 * A bucket that holds a second's worth and fills for sixty more gives what comes in 61 seconds: that is what may fit
 * into a minute, so that no minute has more, wherever it begins.
 */
const SECONDS = 61;

/**
 * How many of those that ask may go out, counted from the first. A call goes while there is a whole request and any
 * token left: one that needs more than a second's worth can go too.
 * @param before `null`: nobody has drawn from it yet, and it is full
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
