import { isLost } from "../../domain/losses.ts";
import { JudgeUnusableError } from "../../providers/errors.ts";
import type { CallOutcome } from "../../providers/recorded-model.ts";
import type { ModelId, TranscriptId } from "../../schema/ids.ts";
import type { VoidCause } from "../../schema/scan/verdict.ts";

/**
 * So many, and about several conversations: about one a judge may not want to talk at all, and words in a few that are
 * written to break its answers must not end the judging of all others.
 */
const STREAK = { answers: 25, conversations: 5 };

/**
 * Watches what one judge's questions come to. Where nothing but answers that nobody can use came for a while, the judge
 * is given up. A refusal is an answer, and a call that failed is the provider's: neither adds to it, and neither ends it.
 */
export class AnswerWatch {
  readonly #modelId: ModelId;
  readonly #conversations = new Set<TranscriptId>();
  #answers = 0;

  constructor(modelId: ModelId) {
    this.#modelId = modelId;
  }

  /** What is found in a log was paid for, and says nothing of the judge as it is. */
  heed(
    conversation: TranscriptId,
    outcome: CallOutcome,
    read:
      | { readonly ok: true }
      | { readonly ok: false; readonly voidCause: VoidCause; readonly reason: string },
  ): void {
    if (!outcome.ok || outcome.isNew !== true) return;
    if (read.ok) {
      this.#conversations.clear();
      this.#answers = 0;
      return;
    }
    if (!isLost(read.voidCause)) return;
    this.#answers += 1;
    this.#conversations.add(conversation);
    if (this.#answers < STREAK.answers || this.#conversations.size < STREAK.conversations) return;
    throw new JudgeUnusableError(this.#modelId, {
      inARow: this.#answers,
      why: read.reason,
      said: outcome.reply.content,
    });
  }
}
