import { expect, test } from "vitest";
import { Allowance } from "./allowance.ts";
import { manualClock, never, requestOf, settle } from "./chain.fixture.ts";

test("calls go out in order, as many as the minute allows", async () => {
  const { clock, advance } = manualClock();
  const allowance = new Allowance({ limits: { requests_per_minute: 122 }, clock });
  const gone: number[] = [];
  for (let call = 0; call < 6; call++)
    void allowance.permit(requestOf(call), never).then(() => gone.push(call));
  await settle();
  expect(gone).toEqual([0, 1]);
  await advance(500);
  expect(gone).toEqual([0, 1, 2]);
  await advance(500);
  await advance(500);
  expect(gone).toEqual([0, 1, 2, 3, 4]);
});

test("a bucket is drawn from for all that wait, and not for each", async () => {
  const { clock, advance } = manualClock();
  const asked: number[] = [];
  const allowance = new Allowance({
    limits: { requests_per_minute: 600 },
    clock,
    changeBucket: async (change) => {
      const { admitted } = change({ requests: 5, tokens: 0, filledMs: 0 }, 0);
      asked.push(admitted);
      return admitted;
    },
  });
  const all = Array.from({ length: 5 }, (_, call) => allowance.permit(requestOf(call), never));
  await settle();
  await Promise.all(all);
  const late = Array.from({ length: 3 }, (_, call) => allowance.permit(requestOf(call), never));
  await settle();
  expect(asked).toEqual([5]);
  await advance(500);
  await Promise.all(late);
  expect(asked).toEqual([5, 3]);
});

test("who is told to stop waits no longer, and takes nothing", async () => {
  const { clock, advance } = manualClock();
  const allowance = new Allowance({ limits: { requests_per_minute: 1 }, clock });
  await allowance.permit(requestOf(0), never);
  const stopping = new AbortController();
  const stopped = allowance.permit(requestOf(1), stopping.signal);
  stopping.abort(new Error("told to stop"));
  await expect(stopped).rejects.toThrow("told to stop");
  const next = allowance.permit(requestOf(2), never);
  await advance(61_000);
  await expect(next).resolves.toBeGreaterThan(0);
});

test("a bucket that cannot be had fails those that wait, and the next is tried again", async () => {
  const { clock, advance } = manualClock();
  let tries = 0;
  const allowance = new Allowance({
    limits: { requests_per_minute: 60 },
    clock,
    changeBucket: async () => {
      tries += 1;
      if (tries === 1) throw new Error("no rights");
      return 1;
    },
  });
  await expect(allowance.permit(requestOf(0), never)).rejects.toThrow("no rights");
  const again = allowance.permit(requestOf(1), never);
  await advance(500);
  await expect(again).resolves.toBeGreaterThan(0);
});

test("a long reply is made up for before the next call goes out", async () => {
  const { clock, advance } = manualClock();
  const allowance = new Allowance({ limits: { tokens_per_minute: 6100 }, clock });
  const permitted = await allowance.permit(requestOf(0), never);
  allowance.settle(permitted, { input_tokens: permitted, output_tokens: 300 });
  let isOut = false;
  void allowance.permit(requestOf(1), never).then(() => {
    isOut = true;
  });
  for (let half = 0; half < 4; half++) await advance(500);
  expect(isOut).toBe(false);
  for (let half = 0; half < 4; half++) await advance(500);
  expect(isOut).toBe(true);
});
