/** Lost questions: their answer is missing or cannot be read. They can be retried; an answer that was read cannot. */
import type { Losses } from "../schema/scan/seal.ts";
import { LostCause, type VoidCause } from "../schema/scan/verdict.ts";

const LOST: ReadonlySet<VoidCause> = new Set(LostCause.options);

/**
 * A vote with an unverified quote, or one that a judge refused, is not lost: repeating it until an answer
 * fits would mean choosing the answer.
 */
export function isLost(cause: VoidCause): cause is LostCause {
  return LOST.has(cause);
}

/** A question to a judge: a vote, a search or a scorer's. */
export interface PutQuestion {
  /** The call whose reply was read, or which failed. */
  readonly unit: string;
  /** A check's id, with a suffix for a search; or the name of another kind of question. */
  readonly subject: string;
  readonly lost: { readonly cause: LostCause; readonly reason: string } | null;
}

/** The search for cues in a conversation that no author marked: one question for many checks. */
export const CUES_SUBJECT = "cues";

/** The search of all replies for acts that the assistant did unasked: one question for many checks. */
export const SWEEP_SUBJECT = "sweep";

export function lostQuestions({ unanswered }: Pick<Losses, "unanswered">): number {
  return Object.values(unanswered).reduce((sum, { count }) => sum + count, 0);
}
