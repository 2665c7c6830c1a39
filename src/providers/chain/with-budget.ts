import { BenchError, messageOf } from "../../kernel/errors.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { Ledger } from "../cost-ledger.ts";
import { AttemptError, ModelCallError, providersErrors } from "../errors.ts";
import type { AttemptCost, AttemptLog, ModelClient, ModelReply } from "../model-client.ts";
import { worstCaseUsd } from "./call-cost.ts";

export interface BudgetOptions {
  readonly ledger: Ledger;
  readonly price: ModelPrice | undefined;
  /**
   * The part that announces an attempt: this link before it passes it on, or the client once it knows the batch.
   * @default "here"
   */
  readonly announced?: "here" | "by the client";
}

/**
 * Reserves the worst case of each attempt, announces the attempt to the log, sends it, and then reports the cost to
 * both. An attempt whose reply was lost keeps its worst case, because it may be billed. A refused one costs nothing.
 */
export function withBudget(client: ModelClient, options: BudgetOptions): ModelClient {
  const { ledger, price, announced = "here" } = options;
  return {
    ...client,
    announcesSending: true,
    async complete(request, signal) {
      if (price === undefined && ledger.ceilingUsd !== null)
        throw providersErrors.IB_UNKNOWN_PRICE([client.modelId]);
      const reservedUsd = price === undefined ? undefined : worstCaseUsd(client.modelId, request, price);
      const held = request.attempts?.later?.held();
      const reservation =
        held === undefined
          ? await ledger.reserve(reservedUsd ?? 0, signal)
          : ledger.takeUp(held.reservedUsd ?? 0);
      let [isOut, spentUsd] = [false, held?.reservedUsd ?? 0];
      let isHandedOver = false;
      const sending: AttemptLog["sending"] = async (attempt) => {
        await request.attempts?.sending({ ...attempt, reservedUsd });
        // An abort or a bug may occur after the request was sent.
        [isOut, spentUsd] = [true, held?.reservedUsd ?? reservedUsd ?? 0];
      };
      try {
        if (announced === "here") await sending({ reservedUsd });
        const attempts = request.attempts && { ...request.attempts, sending };
        const asked = announced === "here" || attempts === undefined ? request : { ...request, attempts };
        const reply = withAtMost(await client.complete(asked, signal), reservedUsd);
        spentUsd = reply.delivery?.at_most_usd ?? reply.delivery?.cost_usd ?? 0;
        const [costUsd, mostUsd] = [spentUsd, Math.max(spentUsd, reservedUsd ?? 0)];
        if (request.attempts?.replied !== undefined) {
          // The rest becomes free once the cost is on disk. After an earlier kill, the whole reservation counts.
          request.attempts.replied((isOnDisk) => reservation.settle(isOnDisk ? costUsd : mostUsd));
          isHandedOver = true;
        }
        return reply;
      } catch (error) {
        // After an abort the outcome of a sent call is unknown, whatever the reason given.
        const cost = isOut && !signal.aborted ? costOfFailure(error, reservedUsd) : null;
        if (cost === null) throw error;
        spentUsd = cost.atMostUsd ?? cost.costUsd ?? 0;
        await request.attempts?.settled({ ...reasonOf(error), ...cost });
        throw error;
      } finally {
        if (!isHandedOver) reservation.settle(spentUsd);
      }
    },
  };
}

/** Counts a reply without a cost at its full reservation. */
function withAtMost(reply: ModelReply, reservedUsd: number | undefined): ModelReply {
  const { delivery } = reply;
  if (reservedUsd === undefined || delivery?.cost_usd !== undefined || delivery?.at_most_usd !== undefined)
    return reply;
  return { ...reply, delivery: { ...delivery, at_most_usd: reservedUsd } };
}

/** Returns `null` if the attempt's outcome is unknown. */
function costOfFailure(error: unknown, reservedUsd: number | undefined): AttemptCost | null {
  if (error instanceof AttemptError) {
    const { costUsd, atMostUsd, mayBeBilled } = error.failure;
    if (costUsd !== undefined) return { costUsd, atMostUsd };
    if (mayBeBilled !== true) return { costUsd: 0 };
    return reservedUsd === undefined ? {} : { atMostUsd: reservedUsd };
  }
  // A caller's own model reports only that there is no reply, not the cost.
  if (error instanceof ModelCallError) return { atMostUsd: reservedUsd };
  return error instanceof BenchError ? { costUsd: 0 } : null;
}

function reasonOf(error: unknown) {
  const reason = messageOf(error);
  return error instanceof ModelCallError && error.kind !== undefined
    ? { reason, cause: error.kind }
    : { reason };
}
