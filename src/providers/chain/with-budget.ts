import { BenchError } from "../../kernel/errors.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { CostLedger } from "../cost-ledger.ts";
import { AttemptError, UnknownPriceError } from "../errors.ts";
import type { ModelClient } from "../model-client.ts";
import { worstCaseUsd } from "./call-cost.ts";

export interface BudgetOptions {
  readonly ledger: CostLedger;
  readonly price: ModelPrice | undefined;
}

/**
 * The worst case of each attempt is reserved before it is sent and settled after it. An attempt whose reply got lost
 * is settled in full, because it may have been billed; one that was refused costs nothing.
 */
export function withBudget(client: ModelClient, { ledger, price }: BudgetOptions): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      if (price === undefined && ledger.ceilingUsd !== null) throw new UnknownPriceError([client.modelId]);
      const worstCase = price === undefined ? undefined : worstCaseUsd(client.modelId, request, price);
      const reservation = await ledger.reserve(worstCase ?? 0, signal);
      try {
        const reply = await client.complete(request, signal);
        const costUsd = reply.delivery?.cost_usd ?? worstCase;
        reservation.settle(costUsd ?? 0);
        return costUsd === undefined
          ? reply
          : { ...reply, delivery: { ...reply.delivery, cost_usd: costUsd } };
      } catch (error) {
        const costUsd = mayBeBilled(error) ? worstCase : 0;
        reservation.settle(costUsd ?? 0);
        throw error instanceof AttemptError && costUsd !== undefined ? error.withCost(costUsd) : error;
      }
    },
  };
}

/** An abort or a bug may strike when the request is long out. */
function mayBeBilled(error: unknown): boolean {
  if (error instanceof AttemptError) return error.failure.mayBeBilled === true;
  return !(error instanceof BenchError);
}
