import { describe, expect, test } from "vitest";
import { ModelId } from "../schema/ids.ts";
import { AnsweredElsewhere, ModelCallError } from "./errors.ts";
import type { ModelRequest } from "./model-client.ts";
import {
  clientThat,
  clock,
  judged,
  judgeOrigin,
  logInMemory,
  modelId,
  never,
  origin,
  REPLY,
  request,
} from "./recorded-model.fixture.ts";
import { type CallLog, recordCalls, unitKey } from "./recorded-model.ts";

describe("recorded model", () => {
  test("the keys of a target request and of a judge request are what they have always been", () => {
    expect(unitKey(modelId, request)).toBe(
      "0de4a71b265d670c4d3c3490e852b4fa6ba7580a1a5d83b934a195d9a7d02c83",
    );
    expect(unitKey(modelId, judged)).toBe("b40bfe484488dcc43ff9442317876810f779ad37e8c8862dde667c1fbda2cbb2");
  });

  test("a call's key does not depend on how a form is rendered, nor on what only speeds the call up", () => {
    const rendered = { type: "object", additionalProperties: false, description: "by another release" };
    const { sharedPrefix: _, ...plain } = judged;
    const alike: readonly ModelRequest[] = [
      { ...judged, output: { name: "verdict", version: 1, jsonSchema: rendered } },
      { ...plain, attempts: { sending: async () => {}, settled: async () => {} }, isOfUse: () => true },
    ];
    for (const other of alike) expect(unitKey(modelId, other)).toBe(unitKey(modelId, judged));
  });

  test("whatever determines a reply, and which call of the plan it is, is in its key", () => {
    const { output: _, ...formless } = judged;
    const requests: readonly ModelRequest[] = [
      judged,
      formless,
      { ...judged, output: { name: "verdict", version: 2, jsonSchema: {} } },
      { ...judged, output: { name: "scale", version: 1, jsonSchema: {} } },
      { ...judged, messages: judged.messages.slice(1) },
      { ...judged, sampling: { ...judged.sampling, temperature: 0.3 } },
      { ...judged, origin: { ...judgeOrigin, repetition: 2 } },
      { ...judged, origin: { ...judgeOrigin, attempt: 2 } },
      { ...judged, reasoningEffort: "high" },
    ];
    const keys = requests.map((each) => unitKey(modelId, each));
    expect(new Set([...keys, unitKey(ModelId.parse("test/other"), judged)]).size).toBe(keys.length + 1);
  });

  test("a call whose outcome is in the journal is never made again", async () => {
    const { client, requests } = clientThat(async () => REPLY);
    const { log, events } = logInMemory();
    const first = await recordCalls(client, log, clock).ask(request, never);
    // A resumed session of the same run: another recorder over the same journal.
    const again = await recordCalls(client, log, clock).ask(structuredClone(request), never);
    expect(first).toEqual({ ...again, isNew: true });
    expect(again).toMatchObject({ ok: true, reply: REPLY });
    expect(requests).toHaveLength(1);
    expect(events()).toEqual(["sent", "replied"]);
  });

  test("nothing is sent before the line that says so is safe", async () => {
    const safe = Promise.withResolvers<void>();
    const { client, requests } = clientThat(async () => REPLY);
    const { log } = logInMemory(() => safe.promise);
    const asked = recordCalls(client, log, clock).ask(request, never);
    await new Promise(setImmediate);
    expect(requests).toEqual([]);
    safe.resolve();
    expect(await asked).toMatchObject({ ok: true });
    expect(requests).toHaveLength(1);
  });

  test("nothing is sent where the journal cannot be written", async () => {
    const full = new Error("no space left");
    const { client, requests } = clientThat(async () => REPLY);
    const { log } = logInMemory(() => Promise.reject(full));
    await expect(recordCalls(client, log, clock).ask(request, never)).rejects.toBe(full);
    expect(requests).toEqual([]);
  });

  test("a reply is not handed on before it is safe", async () => {
    const full = new Error("no space left");
    const { client } = clientThat(async () => REPLY);
    const { log, events } = logInMemory(async (entry) => {
      if (entry.event === "replied") throw full;
    });
    await expect(recordCalls(client, log, clock).ask(request, never)).rejects.toBe(full);
    expect(events()).toEqual(["sent"]);
  });

  test("a call that fails is data, and is not repeated either", async () => {
    const { client, requests } = clientThat(() => Promise.reject(new ModelCallError("the model is away")));
    const { log, events } = logInMemory();
    const model = recordCalls(client, log, clock);
    const failed = await model.ask(request, never);
    expect(failed).toMatchObject({ ok: false, reason: "the model is away" });
    expect(await model.ask(request, never)).toEqual(failed);
    expect(requests).toHaveLength(1);
    expect(events()).toEqual(["sent", "failed"]);
  });

  test("an abort leaves the call without an outcome, so that a later leg makes it", async () => {
    const controller = new AbortController();
    const reason = new Error("Ctrl-C");
    const { client, requests } = clientThat(async (_, signal) => {
      if (requests.length > 1) return REPLY;
      controller.abort(reason);
      signal.throwIfAborted();
      return REPLY;
    });
    const { log, events } = logInMemory();
    const model = recordCalls(client, log, clock);
    await expect(model.ask(request, controller.signal)).rejects.toBe(reason);
    expect(events()).toEqual(["sent"]);
    expect(await model.ask(request, never)).toMatchObject({ ok: true });
    expect(events()).toEqual(["sent", "sent", "replied"]);
  });

  test("an abort before the call leaves no line at all", async () => {
    const { client } = clientThat(async () => REPLY);
    const { log, entries } = logInMemory();
    const reason = new Error("Ctrl-C");
    await expect(recordCalls(client, log, clock).ask(request, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    expect(entries).toEqual([]);
  });

  test("a bug in a client is not the outcome of a call", async () => {
    const { client } = clientThat(() => Promise.reject(new TypeError("undefined is not a reply")));
    const { log, events } = logInMemory();
    await expect(recordCalls(client, log, clock).ask(request, never)).rejects.toThrow(TypeError);
    expect(events()).toEqual(["sent"]);
  });

  test("the same prompt is another unit for another repeat, turn, sampling, vote, attempt and model", async () => {
    const requests: readonly ModelRequest[] = [
      request,
      { ...request, origin: { ...origin, repeat: 2 } },
      { ...request, origin: { ...origin, turn: 3 } },
      { ...request, sampling: { ...request.sampling, seed: 1 } },
      { ...request, sampling: { ...request.sampling, temperature: 0 } },
      { ...request, messages: [{ role: "system", content: "Hello." }] },
      { ...request, origin: judgeOrigin },
      { ...request, origin: { ...judgeOrigin, repetition: 2 } },
      { ...request, origin: { ...judgeOrigin, attempt: 2 } },
    ];
    const { client, requests: made } = clientThat(async () => REPLY);
    const { log } = logInMemory();
    const outcomes = await Promise.all(
      requests.map((each) => recordCalls(client, log, clock).ask(each, never)),
    );
    const other = recordCalls({ ...client, modelId: ModelId.parse("test/other") }, log, clock);
    outcomes.push(await other.ask(request, never));
    expect(new Set(outcomes.map((outcome) => outcome.unit)).size).toBe(requests.length + 1);
    expect(made).toHaveLength(requests.length + 1);
  });

  test("a line names its call to a person", async () => {
    const { client } = clientThat(async () => REPLY);
    const { log, entries } = logInMemory();
    const model = recordCalls(client, log, clock);
    await model.ask(request, never);
    await model.ask({ ...request, origin: judgeOrigin }, never);
    const subjects = entries.flatMap((entry) => (entry.event === "sent" ? entry.call.subject : []));
    expect(subjects).toEqual([
      "safety_crisis_test_001.r1 turn 2",
      "test__model/safety_crisis_test_001.r1 IB-A1 window 0 vote 1.1",
    ]);
  });

  test("with a client that announces them, every attempt is written down when its turn has come, and when it failed", async () => {
    const turn = Promise.withResolvers<void>();
    const { client } = clientThat(async (asked) => {
      await turn.promise;
      await asked.attempts?.sending({ reservedUsd: 0.5 });
      await asked.attempts?.settled({ reason: "cut off", cause: "network", atMostUsd: 0.5 });
      await asked.attempts?.sending({ reservedUsd: 0.25 });
      return REPLY;
    });
    const { log, entries, events } = logInMemory();
    const asked = recordCalls({ ...client, announcesSending: true }, log, clock).ask(request, never);
    await new Promise(setImmediate);
    expect(events()).toEqual([]);
    turn.resolve();
    expect(await asked).toMatchObject({ ok: true });
    expect(entries).toMatchObject([
      { event: "sent", attempt: 1, reserved_usd: 0.5 },
      { event: "settled", attempt: 1, reason: "cut off", at_most_usd: 0.5 },
      { event: "sent", attempt: 2, reserved_usd: 0.25 },
      { event: "replied", attempt: 2 },
    ]);
  });

  test("what was lost is made once more in another leg, past every cache, and in the same leg not again", async () => {
    const { client, requests } = clientThat(async () => {
      if (requests.length === 1) throw new ModelCallError("HTTP 500");
      return REPLY;
    });
    const { log, entries } = logInMemory();
    const first = recordCalls(client, log, clock, { retriesFailed: true });
    const lost = await first.ask(request, never);
    expect(await first.askAgain(request, "HTTP 500", never)).toEqual(lost);
    const second = recordCalls(client, log, clock, { retriesFailed: true });
    expect(await second.ask(request, never)).toEqual(lost);
    expect(await second.askAgain(request, "HTTP 500", never)).toMatchObject({ ok: true });
    expect(requests.map(({ neverFromCache }) => neverFromCache)).toEqual([undefined, true]);
    expect(entries[2]).toMatchObject({ event: "sent", asked_again: "HTTP 500" });
    expect(await second.askAgain(request, "HTTP 500", never)).toMatchObject({ ok: true });
    expect(requests).toHaveLength(2);
  });

  test("a call whose turn never comes leaves no line, one that needs none leaves both", async () => {
    const stopped = new Error("the ceiling is reached");
    const { client, requests } = clientThat(async () => {
      if (requests.length === 1) throw stopped;
      return REPLY;
    });
    const { log, events } = logInMemory();
    const model = recordCalls({ ...client, announcesSending: true }, log, clock);
    await expect(model.ask(request, never)).rejects.toBe(stopped);
    expect(events()).toEqual([]);
    // Answered from a cache, for example.
    await model.ask(request, never);
    expect(events()).toEqual(["sent", "replied"]);
  });

  test("the hook is no part of what makes a unit", async () => {
    const { client } = clientThat(async () => REPLY);
    const { log } = logInMemory();
    const first = await recordCalls(client, log, clock).ask(request, never);
    const second = await recordCalls({ ...client, announcesSending: true }, log, clock).ask(request, never);
    expect(second.unit).toBe(first.unit);
  });

  test("a log elsewhere may take its time to find a call, and what it finds is not asked", async () => {
    const { log } = logInMemory();
    await recordCalls(clientThat(async () => REPLY).client, log, clock).ask(request, never);
    const slow: CallLog = { ...log, find: async (unit) => log.find(unit) };
    const { client, requests } = clientThat(async () => REPLY);
    expect(await recordCalls(client, slow, clock).ask(request, never)).toMatchObject({ ok: true });
    expect(requests).toEqual([]);
  });

  test("a call that another worker has is awaited, found and not sent here", async () => {
    const { log, entries } = logInMemory();
    const elsewhere = recordCalls(clientThat(async () => REPLY).client, log, clock);
    const shared: CallLog = {
      find: (unit) => log.find(unit),
      append: () =>
        Promise.reject(
          new AnsweredElsewhere(async (signal) => {
            const { unit } = await elsewhere.ask(request, signal);
            return (await log.find(unit)) ?? "free";
          }),
        ),
    };
    const { client, requests } = clientThat(async () => REPLY);
    const outcome = await recordCalls(client, shared, clock).ask(request, never);
    expect(outcome).toMatchObject({ ok: true, reply: { content: REPLY.content } });
    expect(requests).toEqual([]);
    expect(entries.map(({ event }) => event)).toEqual(["sent", "replied"]);
  });

  test("a call whose worker is not there any more is sent here", async () => {
    const { log, events } = logInMemory();
    let refusals = 0;
    const shared: CallLog = {
      find: (unit) => log.find(unit),
      append: async (entry) => {
        if (entry.event === "sent" && refusals++ === 0) throw new AnsweredElsewhere(async () => "free");
        await log.append(entry);
      },
    };
    const { client, requests } = clientThat(async () => REPLY);
    expect(await recordCalls(client, shared, clock).ask(request, never)).toMatchObject({ ok: true });
    expect(requests).toHaveLength(1);
    expect(events()).toEqual(["sent", "replied"]);
  });

  test("a call that was sent and has no outcome is given up, and one that has is not", async () => {
    const { log } = logInMemory();
    const given: string[] = [];
    const shared: CallLog = { ...log, giveUp: async (unit) => void given.push(unit) };
    const broken = clientThat(() => Promise.reject(new Error("the socket is gone"))).client;
    await expect(recordCalls(broken, shared, clock).ask(request, never)).rejects.toThrow("socket");
    expect(given).toEqual([unitKey(broken.modelId, request)]);
    const refused = clientThat(() => Promise.reject(new ModelCallError("no"))).client;
    expect(await recordCalls(refused, shared, clock).ask(request, never)).toMatchObject({ ok: false });
    expect(given).toHaveLength(1);
  });
});
