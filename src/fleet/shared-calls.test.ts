// Long because it is one story: the result of a call after each kind of silence, one case after another.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { sha256 } from "../kernel/hash.ts";
import { JournalCounter } from "../measure/journal-totals.ts";
import { Sha256 } from "../schema/ids.ts";
import type { JournalOutcome, UnitKey } from "../schema/run/journal.ts";
import type { Database } from "./database.ts";
import { describeOnPostgres, stammering, useDatabase } from "./postgres.fixture.ts";
import { findQueuedWork, listQueuedWork, queueWork, setWorkState } from "./queued-work.ts";
import { markCollected, openSharedCalls, pendingEntries } from "./shared-calls.ts";
import { registerWorker, type Silence, USUAL_SILENCE } from "./worker-presence.ts";

const never = new AbortController().signal;
const at = "2026-01-01T00:00:00.000Z";
const call = { stage: "target", model_id: "test/model", subject: "a call" } as const;
const sent = (unit: UnitKey, reserved_usd = 0.5) =>
  ({ event: "sent", unit, call, attempt: 1, reserved_usd, at }) as const;
const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
const replied = (unit: UnitKey, content: string): JournalOutcome => ({
  event: "replied",
  unit,
  attempt: 1,
  content,
  finish_reason: "stop",
  usage,
  latency_ms: 1,
  cost_usd: 0.1,
  at,
});
describeOnPostgres("calls on PostgreSQL", () => {
  let database: Database;
  let names = 0;
  const newUnit = () => Sha256.parse(sha256(`unit ${++names}`));
  useDatabase(
    (made) => {
      ({ database } = made);
    },
    { connections: 8 },
  );

  /** The clock of a paused process: no heartbeat, and time stands still until the test moves it. */
  const pausedClock = (): Clock & { passMs(ms: number): void } => {
    let nowMs = 0;
    return {
      now: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: () => new Promise<never>(() => {}),
      passMs: (ms) => {
        nowMs += ms;
      },
    };
  };
  /** Makes the server treat the worker as silent until its time limit. */
  const letDie = (worker: string) =>
    database.query("update ib.worker set dead_after = interval '0 s' where id = $1", [worker]);

  const begin = async () => {
    const run = `run-${++names}`;
    await queueWork(database, { run, fingerprints: {}, tool_version: "0", node_major: 24 });
    const join = async (options: { clock?: Clock; silence?: Silence; through?: Database } = {}) => {
      const { through = database, clock = systemClock, silence = USUAL_SILENCE } = options;
      const id = `worker-${++names}`;
      const presence = await registerWorker({ database: through, clock, id, silence });
      return { presence, calls: openSharedCalls({ database: through, clock: systemClock, run, presence }) };
    };
    return { run, join };
  };

  test("of workers that want the same call at once, one sends it and all get its outcome", async () => {
    const { join } = await begin();
    const workers = await Promise.all(Array.from({ length: 5 }, () => join()));
    const units = Array.from({ length: 20 }, newUnit);
    let sends = 0;
    const answers = await Promise.all(
      workers.flatMap(({ calls }) =>
        units.map(async (unit) => {
          if ((await calls.claim(sent(unit))) === "send") {
            sends += 1;
            expect(await calls.outcome(replied(unit, `answer ${sends}`))).toBe("kept");
          }
          const outcome = await calls.waitFor(unit, never);
          return outcome === "free" ? "free" : `${unit} ${outcome.event === "replied" && outcome.content}`;
        }),
      ),
    );
    expect(sends).toBe(20);
    expect(new Set(answers).size).toBe(20);
    expect(answers.join()).not.toContain("free");
  });

  test("those who wait in one worker ask together, and each gets its own answer", async () => {
    const { run, join } = await begin();
    const [one, other] = [await join(), await join()];
    const units = Array.from({ length: 30 }, newUnit);
    for (const unit of units) await one.calls.claim(sent(unit));
    let [looks, rests] = [0, 0];
    const through: Database = {
      ...database,
      query: (text, values) => {
        if (text.includes("unnest")) looks += 1;
        return database.query(text, values);
      },
    };
    const clock: Clock = {
      ...systemClock,
      sleep: async (_, signal) => {
        rests += 1;
        await systemClock.sleep(5, signal);
      },
    };
    const waiting = openSharedCalls({ database: through, clock, run, presence: other.presence });
    const gone = new AbortController();
    const left = expect(waiting.waitFor(newUnit(), gone.signal)).resolves.toBe("free");
    const answers = units.map((unit) => waiting.waitFor(unit, never));
    const impatient = expect(waiting.waitFor(units[0] ?? newUnit(), gone.signal)).rejects.toThrow("enough");
    await left;
    gone.abort(new Error("enough"));
    await impatient;
    for (const unit of units.toReversed()) await one.calls.outcome(replied(unit, `of ${unit}`));
    expect(await Promise.all(answers)).toMatchObject(units.map((unit) => ({ content: `of ${unit}` })));
    expect(looks).toBeLessThanOrEqual(rests + 2);
  });

  test("where every answer of the database is lost once, a call is sent once and its lines are written once", async () => {
    const { run, join } = await begin();
    const through = stammering(database);
    const [one, other] = [await join({ through }), await join({ through })];
    const unit = newUnit();
    const claims = await Promise.all([one.calls.claim(sent(unit)), other.calls.claim(sent(unit))]);
    expect(claims.toSorted()).toEqual(["send", "somebody has it"]);
    const { calls } = claims[0] === "send" ? one : other;
    await calls.append({ event: "settled", unit, attempt: 1, reason: "busy", cost_usd: 0, at });
    expect(await calls.append({ ...sent(unit), attempt: 2 })).toBe("kept");
    expect(await calls.outcome(replied(unit, "yes"))).toBe("kept");
    const given = newUnit();
    await one.calls.claim(sent(given));
    await one.calls.giveUp(given, "the worker stops");
    const home = await pendingEntries(database, run, 10);
    expect(home.map(({ lines }) => lines.map(({ event }) => event))).toEqual([
      ["sent", "settled", "sent", "replied"],
      ["sent", "lost"],
    ]);
  });

  test("a call that has an outcome is found, and not sent again", async () => {
    const { join } = await begin();
    const [one, other] = [await join(), await join()];
    const unit = newUnit();
    expect(await other.calls.find(unit)).toBeUndefined();
    await one.calls.claim(sent(unit));
    await one.calls.outcome(replied(unit, "yes"));
    await one.presence.leave();
    expect(await other.calls.claim(sent(unit))).toBe("somebody has it");
    expect(await other.calls.find(unit)).toMatchObject({ content: "yes", worker: one.presence.id });
  });

  test("a call asked again in a later leg is made once in it, and the later outcome counts", async () => {
    const { join } = await begin();
    const [one, other] = [await join(), await join()];
    const unit = newUnit();
    await one.calls.claim(sent(unit));
    await one.calls.outcome(replied(unit, "first"));
    expect(await one.calls.claim(sent(unit), { making: 2 })).toBe("send");
    expect(await other.calls.claim(sent(unit), { making: 2 })).toBe("somebody has it");
    await one.calls.outcome(replied(unit, "second"), { making: 2 });
    expect(await other.calls.waitFor(unit, never, { making: 2 })).toMatchObject({ content: "second" });
    expect(await other.calls.find(unit)).toMatchObject({ content: "second" });
  });

  test("a dead worker's call goes to another, what it reserved stays lost, and its late answer decides nothing", async () => {
    const { run, join } = await begin();
    const dead = await join({ clock: pausedClock() });
    const other = await join();
    const unit = newUnit();
    expect(await dead.calls.claim(sent(unit))).toBe("send");
    expect(await other.calls.claim(sent(unit))).toBe("somebody has it");
    await letDie(dead.presence.id);
    expect(await other.calls.waitFor(unit, never)).toBe("free");
    expect(await other.calls.claim(sent(unit, 0.25))).toBe("send");
    expect(await dead.calls.outcome(replied(unit, "late"))).toBe("late");
    expect(await other.calls.outcome(replied(unit, "in time"))).toBe("kept");
    expect(await other.calls.find(unit)).toMatchObject({ content: "in time" });

    const counter = new JournalCounter();
    const [home] = await pendingEntries(database, run, 10);
    for (const line of home?.lines ?? []) counter.record(line);
    expect(home?.lines.map(({ event }) => event)).toEqual(["sent", "lost", "sent", "replied"]);
    expect(counter.totals).toMatchObject({ sent: 2, replied: 1, lostInFlight: 1, lostUsd: 0.5 });
  });

  test("a worker that was paused refuses to send, before it claims and after", async () => {
    const { join } = await begin();
    const clock = pausedClock();
    const paused = await join({ clock });
    const [before, after] = [newUnit(), newUnit()];
    clock.passMs(USUAL_SILENCE.sendsUpToMs);
    expect(await paused.calls.claim(sent(before))).toBe("send");
    clock.passMs(1);
    await expect(paused.calls.append(sent(before))).rejects.toMatchObject({ code: "IB_WORKER_OVERDUE" });
    await expect(paused.calls.claim(sent(after))).rejects.toMatchObject({ code: "IB_WORKER_OVERDUE" });
    expect(() => paused.presence.assertPresent()).toThrow("sends nothing more");
  });

  test("a worker that is paused while it claims gives the call up unsent", async () => {
    const { run, join } = await begin();
    const clock = pausedClock();
    const through: Database = {
      ...database,
      query: async (text, values) => {
        if (text.includes("insert into ib.call")) clock.passMs(60_000);
        return database.query(text, values);
      },
    };
    const [paused, other] = [await join({ clock, through }), await join()];
    const unit = newUnit();
    await expect(paused.calls.claim(sent(unit))).rejects.toMatchObject({ code: "IB_WORKER_OVERDUE" });
    expect(await other.calls.claim(sent(unit))).toBe("send");
    const [home] = await pendingEntries(database, run, 10);
    expect(home?.lines.map(({ event }) => event)).toEqual(["sent", "lost", "sent"]);
  });

  test("a worker that beats is seen again and again, and one that was taken for dead is told at its next beat", async () => {
    const { join } = await begin();
    const quick: Clock = { ...systemClock, sleep: (_, signal) => systemClock.sleep(5, signal) };
    const { presence } = await join({ clock: quick });
    const seen = async () => {
      const [row] = await database.query("select seen::text from ib.worker where id = $1", [presence.id]);
      return row?.["seen"];
    };
    for (let beats = 0; beats < 3; beats++) {
      const before = await seen();
      while ((await seen()) === before) await delay(5);
    }
    presence.assertPresent();
    await letDie(presence.id);
    while (!presence.lost.aborted) await delay(5);
    expect(presence.lost.reason).toMatchObject({ code: "IB_WORKER_OVERDUE" });
    expect(() => presence.assertPresent()).toThrow(presence.id);
  });

  test("a server that has just started waits for workers that it could not see while it was away", async () => {
    const { join } = await begin();
    const hour = { sendsUpToMs: 1000, deadAfterMs: 3_600_000 };
    const [unseen, other] = [await join({ clock: pausedClock(), silence: hour }), await join()];
    const unit = newUnit();
    await unseen.calls.claim(sent(unit));
    await database.query("update ib.worker set seen = seen - interval '2 h' where id = $1", [
      unseen.presence.id,
    ]);
    expect(await other.calls.claim(sent(unit))).toBe("somebody has it");
    await letDie(unseen.presence.id);
    expect(await other.calls.claim(sent(unit))).toBe("send");
  });

  test("what a worker gives up is lost and free, and an outcome that comes after all is late", async () => {
    const { run, join } = await begin();
    const [one, other] = [await join(), await join()];
    const unit = newUnit();
    await one.calls.claim(sent(unit));
    await one.calls.giveUp(unit, "the worker stops");
    expect(await other.calls.waitFor(unit, never)).toBe("free");
    expect(await other.calls.claim(sent(unit))).toBe("send");
    await other.calls.outcome(replied(unit, "yes"));
    const [home] = await pendingEntries(database, run, 10);
    expect(home?.lines.map(({ event, worker }) => [event, worker])).toEqual([
      ["sent", one.presence.id],
      ["lost", one.presence.id],
      ["sent", other.presence.id],
      ["replied", other.presence.id],
    ]);
  });

  test("lines go home once, in the order of each call, whatever is written meanwhile", async () => {
    const { run, join } = await begin();
    const { calls } = await join();
    const units = Array.from({ length: 7 }, newUnit);
    const home: string[] = [];
    const collectResults = async () => {
      const taken = await pendingEntries(database, run, 3);
      for (const { unit, lines } of taken) home.push(...lines.map(({ event }) => `${unit} ${event}`));
      await markCollected(database, run, taken);
      return taken.length;
    };
    for (const unit of units) await calls.claim(sent(unit));
    await collectResults();
    for (const unit of units) {
      await calls.append({ event: "settled", unit, attempt: 1, reason: "busy", cost_usd: 0, at });
      await collectResults();
      await calls.outcome(replied(unit, "yes"));
    }
    while ((await collectResults()) > 0);
    const events = ["sent", "settled", "replied"];
    expect(home).toHaveLength(21);
    for (const unit of units)
      expect(home.filter((line) => line.startsWith(unit))).toEqual(events.map((event) => `${unit} ${event}`));
  });

  test("work is what it was first said to be, and its state is what was last said", async () => {
    const { run } = await begin();
    expect((await findQueuedWork(database, run))?.state).toBe("cancelled");
    await setWorkState(database, run, "open");
    const again = { run, fingerprints: { system_prompt: "other" }, tool_version: "9", node_major: 99 };
    expect(await queueWork(database, again)).toMatchObject({
      state: "open",
      legs: 2,
      kind: "run",
      runs: [run],
      fingerprints: {},
      node_major: 24,
    });
    expect((await listQueuedWork(database)).map((queued) => queued.run)).toContain(run);
    expect(await findQueuedWork(database, "nobody's")).toBeUndefined();
    await expect(setWorkState(database, "nobody's", "done")).rejects.toMatchObject({
      code: "IB_NOT_IN_QUEUE",
    });
  });
});
