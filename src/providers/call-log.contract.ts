import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { JournalTotals } from "../measure/journal-totals.ts";
import { ModelCallError } from "./errors.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { clientThat, REPLY, request as someRequest } from "./recorded-model.fixture.ts";
import { type CallLog, recordCalls, unitKey } from "./recorded-model.ts";

const never = new AbortController().signal;
const at = "2026-01-01T00:00:00.000Z";
const RESERVED_USD = 0.5;

export interface CallLogUnderTest {
  readonly log: CallLog;
  /** Kills the holder as far as others can tell; another process continues from its records. */
  takeOver(): Promise<CallLogUnderTest>;
  /** Totals of all lines written so far, once no write is pending. */
  totals(): Promise<JournalTotals>;
}

let requests = 0;
/** Returns a different call each time. */
const newRequest = (): ModelRequest => ({
  ...someRequest,
  messages: [{ role: "user", content: `Question ${++requests}` }],
});
const replying = (content: string) => clientThat(async () => ({ ...REPLY, content }));

/** A model that announces each send, as priced ones do. */
const announcing = (complete: ModelClient["complete"]): ModelClient => ({
  ...clientThat(async (request, signal) => {
    await request.attempts?.sending({ reservedUsd: RESERVED_USD });
    return complete(request, signal);
  }).client,
  announcesSending: true,
});

/** Contract tests for every call log. */
export function describeCallLogContract(name: string, open: () => Promise<CallLogUnderTest>): void {
  const unitOf = (request: ModelRequest) => unitKey(replying("").client.modelId, request);
  const call = { stage: "target", model_id: "test/model", subject: "a call" } as const;
  const sent = (request: ModelRequest, attempt = 1) =>
    ({ event: "sent", unit: unitOf(request), call, attempt, reserved_usd: RESERVED_USD, at }) as const;
  const { usage, finish_reason } = REPLY;
  const replied = (request: ModelRequest, content: string, attempt = 1) => {
    const said = { content, finish_reason, usage, latency_ms: 1, cost_usd: 0.125 };
    return { event: "replied", unit: unitOf(request), attempt, ...said, at } as const;
  };
  const isSettled = (promise: Promise<unknown>) =>
    promise.then(
      () => "kept",
      () => "refused",
    );

  describe(name, () => {
    test("a call that nobody made is not found, and one that was sent has no outcome yet", async () => {
      const { log } = await open();
      const request = newRequest();
      expect(await log.find(unitOf(request))).toBeUndefined();
      await log.append(sent(request));
      expect(await log.find(unitOf(request))).toBeUndefined();
    });

    test("a reply and a failure are found as they were, and are not asked for again", async () => {
      const { log, totals } = await open();
      const [asked, failing] = [newRequest(), newRequest()];
      const { client, requests: made } = replying("Tell me.");
      const model = recordCalls(client, log, systemClock);
      const first = await model.ask(asked, never);
      expect(first).toEqual({ ...(await model.ask(asked, never)), isNew: true });
      expect(await log.find(unitOf(asked))).toMatchObject({ event: "replied", content: "Tell me." });
      const broken = clientThat(() => Promise.reject(new ModelCallError("no answer", { kind: "timeout" })));
      const failed = { ok: false, unit: unitOf(failing), reason: "no answer" };
      expect(await recordCalls(broken.client, log, systemClock).ask(failing, never)).toEqual(failed);
      expect(await model.ask(failing, never)).toEqual(failed);
      expect(await log.find(unitOf(failing))).toMatchObject({ event: "failed", cause: "timeout" });
      expect(made).toHaveLength(1);
      expect(await totals()).toMatchObject({ sent: 2, replied: 1, failed: 1, lostInFlight: 0 });
    });

    test("attempts are lines of one call, and what they cost adds up", async () => {
      const { log, totals } = await open();
      const request = newRequest();
      const unit = unitOf(request);
      await log.append(sent(request, 1));
      await log.append({ event: "settled", unit, attempt: 1, reason: "busy", cost_usd: 0.25, at });
      expect(await log.find(unit)).toBeUndefined();
      await log.append(sent(request, 2));
      await log.append(replied(request, "Yes.", 2));
      expect(await log.find(unit)).toMatchObject({ content: "Yes.", attempt: 2 });
      expect(await totals()).toMatchObject({ replied: 1, retries: 1, lostInFlight: 0, costUsd: 0.375 });
    });

    test("calls that are made at once are all found, each with its own outcome", async () => {
      const { log, totals } = await open();
      const many = Array.from({ length: 40 }, newRequest);
      const echo = clientThat(async ({ messages }) => ({ ...REPLY, content: `${messages[0]?.content}!` }));
      const model = recordCalls(echo.client, log, systemClock);
      await Promise.all(many.map((request) => model.ask(request, never)));
      for (const request of many)
        expect(await log.find(unitOf(request))).toMatchObject({
          content: `${request.messages[0]?.content}!`,
        });
      expect(await totals()).toMatchObject({ sent: 40, replied: 40, lostInFlight: 0 });
    });

    test("after a kill what was over is found, and nothing of it is asked again", async () => {
      const first = await open();
      const request = newRequest();
      await recordCalls(replying("Before.").client, first.log, systemClock).ask(request, never);
      const second = await first.takeOver();
      const { client, requests: made } = replying("After.");
      const outcome = await recordCalls(client, second.log, systemClock).ask(request, never);
      expect(outcome).toMatchObject({ ok: true, reply: { content: "Before." } });
      expect(made).toEqual([]);
      expect(await second.totals()).toMatchObject({ sent: 1, replied: 1, lostInFlight: 0 });
    });

    test("what was in flight at a kill is made once more, and what was reserved for it counts", async () => {
      const first = await open();
      const request = newRequest();
      await first.log.append(sent(request));
      const second = await first.takeOver();
      expect(await second.log.find(unitOf(request))).toBeUndefined();
      const model = recordCalls(
        announcing(async () => ({ ...REPLY, content: "After." })),
        second.log,
        systemClock,
      );
      expect(await model.ask(request, never)).toMatchObject({ ok: true, reply: { content: "After." } });
      const totals = { sent: 2, replied: 1, lostInFlight: 1, lostUsd: RESERVED_USD };
      expect(await second.totals()).toMatchObject(totals);
    });

    test("what somebody says late who was taken over decides nothing", async () => {
      const first = await open();
      const both = newRequest();
      await first.log.append(sent(both));
      const second = await first.takeOver();
      await second.log.append(sent(both));
      await second.log.append(replied(both, "In time."));
      expect(await isSettled(first.log.append(replied(both, "Late.")))).toBe("refused");
      expect(await second.log.find(unitOf(both))).toMatchObject({ content: "In time." });
      const third = await second.takeOver();
      expect(await third.log.find(unitOf(both))).toMatchObject({ content: "In time." });
      expect(await third.totals()).toMatchObject({ sent: 2, replied: 1, lostUsd: RESERVED_USD });
    });

    test("a call that is given up is counted as lost, and can be made again", async () => {
      const { log, totals } = await open();
      const request = newRequest();
      const controller = new AbortController();
      const hanging = announcing((_, signal) => {
        controller.abort(new Error("enough"));
        return Promise.reject(signal.reason);
      });
      const model = recordCalls(hanging, log, systemClock);
      await expect(model.ask(request, controller.signal)).rejects.toThrow("enough");
      expect(await log.find(unitOf(request))).toBeUndefined();
      const again = recordCalls(
        announcing(async () => REPLY),
        log,
        systemClock,
      );
      expect(await again.ask(request, never)).toMatchObject({ ok: true });
      const counted = { sent: 2, replied: 1, lostInFlight: 1, lostUsd: RESERVED_USD };
      expect(await totals()).toMatchObject(counted);
    });
  });
}
