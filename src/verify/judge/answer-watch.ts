import { isLost } from "../../domain/losses.ts";
import { JudgeUnusableError } from "../../providers/errors.ts";
import type { CallOutcome } from "../../providers/recorded-model.ts";
import type { ModelId, TranscriptId } from "../../schema/ids.ts";
import type { VoidCause } from "../../schema/scan/verdict.ts";

/**
 * Limits of unusable answers in a row, over several conversations. A judge may refuse one conversation, and text that
 * is written to break its answers may occur in a few: neither may stop all judging.
 */
const STREAK = { answers: 25, conversations: 5 };

/**
 * Watches one judge's answers, and gives the judge up after a streak of unusable ones. Refusals and failed calls
 * neither extend nor end the streak: a refusal is an answer, and a failed call is the provider's fault.
 */
export class AnswerWatch {
  readonly #modelId: ModelId;
  readonly #conversations = new Set<TranscriptId>();
  #answers = 0;

  constructor(modelId: ModelId) {
    this.#modelId = modelId;
  }

  /** Answers found in a log are already paid for and say nothing about the judge's present state. */
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
