/** What is lost: a question whose answer could not be had or read. It can be asked again; an answer that was read cannot. */
import type { Losses } from "../schema/scan/seal.ts";
import { LostCause, type VoidCause } from "../schema/scan/verdict.ts";

const LOST: ReadonlySet<VoidCause> = new Set(LostCause.options);

/**
 * A vote whose quote did not stand up, or that a judge refused to cast, is not lost: whoever draws again until an answer
 * fits is choosing the answer.
 */
export function isLost(cause: VoidCause): cause is LostCause {
  return LOST.has(cause);
}

/** A question that was put to a judge: a vote, a search or a scorer's. */
export interface PutQuestion {
  /** The call whose reply was read, or that failed. */
  readonly unit: string;
  /** A check's id, with a word behind it where it is a search; or what else was asked. */
  readonly subject: string;
  readonly lost: { readonly cause: LostCause; readonly reason: string } | null;
}

/** The search for cues in a conversation that no author marked, which is one question for many checks. */
export const CUES_SUBJECT = "cues";

/** The search through all replies for what the assistant did of its own accord, one question for many checks as well. */
export const SWEEP_SUBJECT = "sweep";

export function lostQuestions({ unanswered }: Pick<Losses, "unanswered">): number {
  return Object.values(unanswered).reduce((sum, { count }) => sum + count, 0);
}
