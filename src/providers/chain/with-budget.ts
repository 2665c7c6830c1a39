import { BenchError } from "../../kernel/errors.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { CostLedger } from "../cost-ledger.ts";
import { AttemptError, UnknownPriceError } from "../errors.ts";
import type { AttemptCost, ModelClient, ModelReply } from "../model-client.ts";
import { worstCaseUsd } from "./call-cost.ts";

export interface BudgetOptions {
  readonly ledger: CostLedger;
  readonly price: ModelPrice | undefined;
}

/**
 * The worst case of each attempt is reserved, then the attempt is announced to whoever writes it down, then it is sent;
 * after it, both are told what it came to. One whose reply got lost may have been billed, and holds its worst case;
 * one that was refused costs nothing.
 */
export function withBudget(client: ModelClient, { ledger, price }: BudgetOptions): ModelClient {
  return {
    ...client,
    announcesSending: true,
    async complete(request, signal) {
      if (price === undefined && ledger.ceilingUsd !== null) throw new UnknownPriceError([client.modelId]);
      const reservedUsd = price === undefined ? undefined : worstCaseUsd(client.modelId, request, price);
      const reservation = await ledger.reserve(reservedUsd ?? 0, signal);
      let [isOut, spentUsd] = [false, 0];
      try {
        await request.attempts?.sending({ reservedUsd });
        // An abort or a bug may strike when the request is long out.
        [isOut, spentUsd] = [true, reservedUsd ?? 0];
        const reply = withAtMost(await client.complete(request, signal), reservedUsd);
        spentUsd = reply.delivery?.at_most_usd ?? reply.delivery?.cost_usd ?? 0;
        return reply;
      } catch (error) {
        const cost = isOut ? costOfFailure(error, reservedUsd) : null;
        if (cost === null) throw error;
        spentUsd = cost.atMostUsd ?? cost.costUsd ?? 0;
        await request.attempts?.settled({ ...reasonOf(error), ...cost });
        throw error;
      } finally {
        reservation.settle(spentUsd);
      }
    },
  };
}

/** A reply that does not say what it cost may have cost all that was reserved for it. */
function withAtMost(reply: ModelReply, reservedUsd: number | undefined): ModelReply {
  const { delivery } = reply;
  if (reservedUsd === undefined || delivery?.cost_usd !== undefined || delivery?.at_most_usd !== undefined)
    return reply;
  return { ...reply, delivery: { ...delivery, at_most_usd: reservedUsd } };
}

/** `null` where nobody knows what became of the attempt. */
function costOfFailure(error: unknown, reservedUsd: number | undefined): AttemptCost | null {
  if (error instanceof AttemptError) {
    const { costUsd, atMostUsd, mayBeBilled } = error.failure;
    if (costUsd !== undefined) return { costUsd, atMostUsd };
    if (mayBeBilled !== true) return { costUsd: 0 };
    return reservedUsd === undefined ? {} : { atMostUsd: reservedUsd };
  }
  return error instanceof BenchError ? { costUsd: 0 } : null;
}

function reasonOf(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof AttemptError ? { reason, cause: error.failure.kind } : { reason };
}
