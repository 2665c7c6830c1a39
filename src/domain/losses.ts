/** What is lost: a question whose answer could not be had or read. It can be asked again; an answer that was read cannot. */
import type { VoidCause } from "../schema/scan/verdict.ts";

/**
 * A vote whose quote did not stand up, or that a judge refused to cast, is not lost: whoever draws again until an answer
 * fits is choosing the answer.
 */
const LOST: ReadonlySet<VoidCause> = new Set(["call_failed", "unparsable", "wrong_echo", "truncated"]);

export function isLost(cause: VoidCause): boolean {
  return LOST.has(cause);
}
