import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import { worstCaseUsd } from "../../src/providers/chain/call-cost.ts";
import { CostLedger } from "../../src/providers/cost-ledger.ts";
import { CostCeilingError } from "../../src/providers/errors.ts";
import { createLimiterPool } from "../../src/providers/provider-context.ts";
import { startModelServer } from "../servers/model-server.ts";
import { quickClock as clock, never, PRICE, requestFor, servedModel } from "./served-model.fixture.ts";

const MODEL = "openrouter/acme/model";
const CALLS = 200;
const worstCase = (call: number) => worstCaseUsd(MODEL, requestFor(`Call ${call}`), PRICE);

// Fifty seeds stand beside `withBudget`, against a transport in memory; these go over a real network.
test.each([1, 2, 3, 4, 5])(
  "by the server's own count the ceiling is never crossed (seed %i)",
  async (seed) => {
    const ceilingUsd = worstCase(100) * (2 + createRandom(`ceiling ${seed}`).next() * 100);
    await using server = await startModelServer({
      faults: {
        share: 0.3,
        kinds: ["rate-limit", "status-503", "reset-mid-body", "truncated-json", "reset-before-headers"],
        seed: `${seed}`,
      },
      billedFaults: ["reset-mid-body", "truncated-json", "reset-before-headers"],
      pricePerCallUsd: (_, random) => random.next() * worstCase(0),
    });
    const ledger = new CostLedger({ ceilingUsd });
    const limiterFor = createLimiterPool({ maxConnections: CALLS, clock });
    const model = await servedModel(MODEL, server.url, { ledger, limiterFor });
    const outcomes = await Promise.allSettled(
      Array.from({ length: CALLS }, (_, call) => model.complete(requestFor(`Call ${call}`), never)),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? outcome.reason : []));
    expect(server.costUsd).toBeLessThanOrEqual(ceilingUsd);
    expect(server.costUsd).toBeLessThanOrEqual(ledger.spentUsd);
    expect(ledger.spentUsd).toBeLessThanOrEqual(ceilingUsd);
    expect(failures.some((failure) => failure instanceof CostCeilingError)).toBe(
      ledger.spentUsd + worstCase(100) > ceilingUsd,
    );
    expect(server.answered).toBeGreaterThan(0);
  },
);
