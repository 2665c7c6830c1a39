import { describe, expect, test } from "vitest";
import { ExitCode } from "../kernel/errors.ts";
import type { Ledger } from "./cost-ledger.ts";

const never = new AbortController().signal;

export interface LedgerUnderTest {
  readonly ledger: Ledger;
  /** Resolves when all settled amounts are counted, and every request that fits is admitted. */
  quiet(): Promise<void>;
}

/** Contract tests for every ledger. */
export function describeLedgerContract(
  name: string,
  open: (options: {
    readonly ceilingUsd: number | null;
    readonly spentUsd?: number;
  }) => Promise<LedgerUnderTest>,
): void {
  describe(name, () => {
    test("what fits is reserved at once, and the rest is free again when it is settled", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 1 });
      const reservation = await ledger.reserve(0.4, never);
      expect([ledger.spentUsd, ledger.reservedUsd]).toEqual([0, 0.4]);
      reservation.settle(0.1);
      await quiet();
      expect([ledger.spentUsd, ledger.reservedUsd]).toEqual([0.1, 0]);
    });

    test("amounts that fill the ceiling exactly fit", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 0.3 });
      for (let call = 0; call < 3; call++) (await ledger.reserve(0.1, never)).settle(0.1);
      await quiet();
      expect(ledger.spentUsd).toBe(0.3);
    });

    test("what does not fit yet waits for calls under way, in order", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 1 });
      const first = await ledger.reserve(0.9, never);
      const admitted: string[] = [];
      const large = ledger.reserve(0.8, never).then((reservation) => {
        admitted.push("large");
        return reservation;
      });
      const small = ledger.reserve(0.1, never).then((reservation) => {
        admitted.push("small");
        return reservation;
      });
      await quiet();
      // The small one would fit, but a caller that lets others pass might wait for ever.
      expect(admitted).toEqual([]);
      first.settle(0.1);
      await Promise.all([large, small]);
      expect(admitted).toEqual(["large", "small"]);
    });

    test("when nothing is under way and the next call does not fit, it and all others are refused", async () => {
      const { ledger } = await open({ ceilingUsd: 1, spentUsd: 0.5 });
      const first = await ledger.reserve(0.5, never);
      const refused = [ledger.reserve(0.6, never), ledger.reserve(0.01, never)].map((reservation) =>
        expect(reservation).rejects.toMatchObject({
          code: "IB_COST_CEILING",
          exitCode: ExitCode.costCeiling,
          message:
            "The cost ceiling of $1.00 is reached: $0.70 is spent, and the next call could cost up to $0.60.",
        }),
      );
      first.settle(0.2);
      await Promise.all(refused);
      await expect(ledger.reserve(0.01, never)).rejects.toMatchObject({ code: "IB_COST_CEILING" });
    });

    test("what earlier legs cost counts", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 1, spentUsd: 1 });
      await quiet();
      expect(ledger.spentUsd).toBe(1);
      await expect(ledger.reserve(0.001, never)).rejects.toMatchObject({ spentUsd: 1, ceilingUsd: 1 });
    });

    test("a bill above the reservation is counted in full", async () => {
      const { ledger } = await open({ ceilingUsd: 1 });
      (await ledger.reserve(0.1, never)).settle(0.95);
      await expect(ledger.reserve(0.1, never)).rejects.toMatchObject({ code: "IB_COST_CEILING" });
    });

    test("what a journal holds of earlier legs counts once, however often it is told", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 1 });
      ledger.addEarlierSpending("run", 0.25);
      ledger.addEarlierSpending("scan", 0.5);
      ledger.addEarlierSpending("run", 0.25);
      await quiet();
      expect(ledger.spentUsd).toBe(0.75);
      ledger.addEarlierSpending("scan", 0.6);
      await quiet();
      expect(ledger.spentUsd).toBe(0.85);
    });

    test("without a ceiling nothing waits, and costs are added up", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: null });
      const reservations = await Promise.all([1e6, 1e6].map((usd) => ledger.reserve(usd, never)));
      for (const reservation of reservations) reservation.settle(2);
      await quiet();
      expect(ledger.spentUsd).toBe(4);
    });

    test("one who gives up waiting lets the next one pass", async () => {
      const { ledger } = await open({ ceilingUsd: 1 });
      await ledger.reserve(0.5, never);
      const controller = new AbortController();
      const reason = new Error("Ctrl-C");
      const large = expect(ledger.reserve(0.9, controller.signal)).rejects.toBe(reason);
      const small = ledger.reserve(0.5, never);
      controller.abort(reason);
      await large;
      await small;
      expect(ledger.reservedUsd).toBe(1);
    });

    test("what an earlier leg set aside is waited for, and free again when its call is over", async () => {
      const { ledger, quiet } = await open({ ceilingUsd: 1 });
      ledger.addEarlierSpending("run", 0.9, 1);
      const waiting = ledger.reserve(0.5, never);
      await quiet();
      const taken = ledger.takeUp(0.6);
      await quiet();
      taken.settle(0.1);
      (await waiting).settle(0.2);
      await quiet();
      expect(ledger.spentUsd).toBeCloseTo(0.6, 9);
      await expect(ledger.reserve(0.5, never)).rejects.toMatchObject({ code: "IB_COST_CEILING" });
    });

    test("a reservation cannot be settled twice", async () => {
      const { ledger } = await open({ ceilingUsd: 1 });
      const reservation = await ledger.reserve(0.1, never);
      reservation.settle(0.1);
      expect(() => reservation.settle(0.1)).toThrow("settled once");
    });
  });
}
