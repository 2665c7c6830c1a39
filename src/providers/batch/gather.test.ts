import { describe, expect, test } from "vitest";
import { hastyClock, settle } from "../chain/chain.fixture.ts";
import { AttemptError, ModelUnavailableError, SubmissionUnknown } from "../errors.ts";
import type { BatchService } from "./batch-service.ts";
import { beginLeg, memoryLog, memoryService } from "./gather.fixture.ts";

const TURNS = [1, 2, 3];

describe("a round", () => {
  test("goes out as one batch, and every call has the answer to its own unit", async () => {
    const journal = memoryLog();
    const { service, batches } = memoryService();
    const outcomes = await beginLeg(journal, service).askAll(TURNS);
    expect(batches.size).toBe(1);
    expect(outcomes.map((outcome) => outcome.ok && outcome.reply.content)).toEqual(
      outcomes.map(({ unit }) => `answer to ${unit}`),
    );
  });

  test("is on record before it is submitted, with what it may cost, and its id after", async () => {
    const journal = memoryLog();
    const seen: string[] = [];
    const { service } = memoryService((inner) => ({
      submit: async (batch, signal) => {
        seen.push(...journal.events());
        return inner.submit(batch, signal);
      },
    }));
    await beginLeg(journal, service).askAll(TURNS);
    expect(seen).toEqual(["sent", "sent", "sent"]);
    const [sent] = journal.lines;
    expect(sent).toMatchObject({ event: "sent", attempt: 1, batch: expect.stringMatching(/^ib-/) });
    expect(sent?.event === "sent" && sent.reserved_usd).toBeGreaterThan(0);
    const noted = journal.lines.filter(({ event }) => event === "batch");
    expect(noted).toMatchObject([
      { state: "submitted", provider_batch_id: "batch_1", units: 3 },
      { state: "ended", detail: "completed" },
    ]);
    expect(journal.counter.totals).toMatchObject({
      sent: 3,
      replied: 3,
      inFlight: 0,
      lostUsd: 0,
      openUsd: 0,
    });
  });

  test("is split where a batch is full", async () => {
    const journal = memoryLog();
    const { service, batches } = memoryService(() => ({ limits: { requests: 2, bytes: 1_000_000 } }));
    await beginLeg(journal, service).askAll([1, 2, 3, 4, 5]);
    expect([...batches.values()].map(({ requests }) => requests.length).toSorted()).toEqual([1, 2, 2]);
  });

  test("takes no more than the ceiling allows, and the rest goes with the next", async () => {
    const journal = memoryLog();
    const { service, batches } = memoryService();
    const { askAll, ledger } = beginLeg(journal, service, { ceilingUsd: 0.0005 });
    const outcomes = await askAll(TURNS);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(batches.size).toBeGreaterThan(1);
    expect(ledger.spentUsd + ledger.reservedUsd).toBeLessThanOrEqual(0.0005);
  });

  test("looks at once, then after 10 seconds, then ever later up to 5 minutes", async () => {
    const { clock, sleepsMs } = hastyClock();
    let looks = 0;
    const { service } = memoryService(() => ({
      state: async () => ({ ended: ++looks > 8, gone: false, said: "in_progress" }),
    }));
    await beginLeg(memoryLog(), service, { clock }).askAll(TURNS);
    const waits = sleepsMs.filter((ms) => ms >= 10_000);
    expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  });

  test("what expired is asked again with the next batch, and paid once", async () => {
    const journal = memoryLog();
    let rounds = 0;
    const { service, batches } = memoryService((inner) => ({
      answers: async function* (batch, signal) {
        rounds += 1;
        if (rounds > 1) yield* inner.answers(batch, signal);
        else for (const unit of batch.units) yield { unit, lost: "expired" as const };
      },
    }));
    const outcomes = await beginLeg(journal, service).askAll(TURNS);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    const names = [...batches.values()].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    expect(journal.counter.totals).toMatchObject({ sent: 3, retries: 3, replied: 3, lostUsd: 0 });
  });
});

describe("a batch whose fate is not known", () => {
  test("is looked for before anything is submitted again", async () => {
    let isFirst = true;
    const { service, batches } = memoryService((inner) => ({
      submit: async (batch, signal) => {
        const id = await inner.submit(batch, signal);
        if (!isFirst) return id;
        isFirst = false;
        throw new SubmissionUnknown("the connection was reset");
      },
    }));
    const outcomes = await beginLeg(memoryLog(), service).askAll(TURNS);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(batches.size).toBe(1);
  });

  test("is not taken for an earlier one with the same units", async () => {
    let submissions = 0;
    const { service, batches } = memoryService((inner, all) => ({
      submit: async (batch, signal) => {
        submissions += 1;
        const id = await inner.submit(batch, signal);
        if (submissions === 2) throw new SubmissionUnknown("the connection was reset");
        return id;
      },
      // Searches without names, as one provider requires.
      find: async ({ units, noted }) =>
        [...all].find(
          ([id, { requests }]) => !noted.has(id) && requests.every(({ unit }) => units.has(unit)),
        )?.[0] ?? null,
      answers: async function* (batch, signal) {
        if (batch.id !== "batch_1") yield* inner.answers(batch, signal);
        else for (const unit of batch.units) yield { unit, lost: "expired" as const };
      },
    }));
    const outcomes = await beginLeg(memoryLog(), service).askAll([1]);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(batches.size).toBe(2);
  });

  test("and that the provider has forgotten has no answers, which may have been billed", async () => {
    const { service } = memoryService(() => ({
      state: async () => ({ ended: false, gone: true, said: "unknown" }),
      answers: async function* () {},
    }));
    const outcomes = await beginLeg(memoryLog(), service).askAll([1]);
    expect(outcomes).toMatchObject([{ ok: false, reason: "missing" }]);
  });
});

/** Ends the session as a kill would: only recorded data remains. */
class Killed extends Error {}

describe("killed, the next leg fetches what is in a batch", () => {
  const steps: Record<string, (inner: BatchService) => Partial<BatchService>> = {
    "before it was submitted": () => ({ submit: () => Promise.reject(new Killed()) }),
    "before its id was noted": (inner) => ({
      submit: async (batch, signal) => {
        await inner.submit(batch, signal);
        throw new Killed();
      },
    }),
    "while it ran": () => ({ state: () => Promise.reject(new Killed()) }),
    "while its answers were read": (inner) => ({
      answers: async function* (batch, signal) {
        for await (const answer of inner.answers(batch, signal)) {
          yield answer;
          await settle();
          throw new Killed();
        }
      },
    }),
  };

  test.each(Object.keys(steps))("%s", async (step) => {
    const journal = memoryLog();
    const { service, batches } = memoryService();
    const first = beginLeg(journal, { ...service, ...steps[step]?.(service) });
    await expect(first.askAll(TURNS)).rejects.toThrow(Killed);
    await settle();
    const second = beginLeg(journal, service);
    const outcomes = await second.askAll(TURNS);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(batches.size).toBe(1);
    const sent = journal.lines.filter(({ event }) => event === "sent");
    expect(sent).toHaveLength(TURNS.length);
    expect(journal.counter.totals).toMatchObject({
      sent: 3,
      replied: 3,
      retries: 0,
      inFlight: 0,
      lostUsd: 0,
    });
    expect(journal.counter.totals.costUsd).toBeCloseTo(0.00003, 10);
    expect(second.ledger.spentUsd).toBeCloseTo(0.00003, 10);
    expect(second.ledger.reservedUsd).toBe(0);
  });

  test("what is out counts towards the ceiling before anybody asks for it", async () => {
    const journal = memoryLog();
    const { service } = memoryService();
    const dead = { ...service, state: () => Promise.reject(new Killed()) };
    await expect(beginLeg(journal, dead).askAll(TURNS)).rejects.toThrow(Killed);
    const { ledger } = beginLeg(journal, service, { ceilingUsd: 1 });
    expect(ledger.spentUsd).toBeCloseTo(journal.counter.totals.openUsd, 9);
    expect(ledger.spentUsd).toBeGreaterThan(0);
  });
});

test("a provider that cannot be reached any more ends the leg, and the calls stay in the batch", async () => {
  const journal = memoryLog();
  const { service, batches } = memoryService();
  const silent = {
    ...service,
    state: () => Promise.reject(new AttemptError("ECONNRESET", { kind: "network", isRetryable: true })),
  };
  await expect(beginLeg(journal, silent).askAll(TURNS)).rejects.toThrow(ModelUnavailableError);
  expect(journal.events()).not.toContain("settled");
  const outcomes = await beginLeg(journal, service).askAll(TURNS);
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(batches.size).toBe(1);
});

test("an interrupted leg leaves its calls in the batch, whatever the reason", async () => {
  const journal = memoryLog();
  const { service, batches } = memoryService();
  const reason = new (class extends ModelUnavailableError {
    readonly code = "IB_TEST";
  })("another call was refused");
  const leg = beginLeg(journal, {
    ...service,
    state: async () => {
      leg.controller.abort(reason);
      return { ended: false, gone: false, said: "in_progress" };
    },
  });
  await expect(leg.askAll(TURNS)).rejects.toBe(reason);
  expect(journal.events()).not.toContain("settled");
  await beginLeg(journal, service).askAll(TURNS);
  expect(batches.size).toBe(1);
});
