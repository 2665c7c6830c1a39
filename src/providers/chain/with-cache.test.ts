import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { ModelId, Sha256 } from "../../schema/ids.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelRequest } from "../model-client.ts";
import { never, REPLY, requestOf, scriptedModel, untilAborted } from "./chain.fixture.ts";
import { withCache } from "./with-cache.ts";

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-cache-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

async function filesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true });
  return names.filter((name) => name.includes(".")).map((name) => join(directory, name));
}

const HAD_AT = "2026-11-02T08:00:00.000Z";
const clock = { ...systemClock, now: () => Date.parse(HAD_AT) };
const HIT = { ...REPLY, delivery: { cost_usd: 0, from_cache: true, first_had_at: HAD_AT } };

test("a call that is in a provider's batch is fetched from there, though the cache has an answer", async () => {
  const directory = await temporaryDirectory();
  const { client, requests } = scriptedModel();
  const cached = withCache(client, { directory, address: "a", clock });
  await cached.complete(requestOf(1), never);
  const held = {
    batch: "ib-1",
    attempt: 1,
    reservedUsd: 0.1,
    providerBatchId: "batch_1",
    since: HAD_AT,
    units: new Set<string>(),
  };
  const later = {
    unit: Sha256.parse("a".repeat(64)),
    held: () => held,
    noted: () => new Set<string>(),
    note: async () => {},
  };
  const attempts = { sending: async () => {}, settled: async () => {}, later };
  const reply = await cached.complete(requestOf(1, { attempts }), never);
  expect(requests).toHaveLength(2);
  expect(reply.delivery?.from_cache).toBeUndefined();
});

test("a request that was answered before is answered from disk, at no cost", async () => {
  const directory = await temporaryDirectory();
  const { client, requests } = scriptedModel(() => ({
    ...REPLY,
    latencyMs: 900,
    delivery: { cost_usd: 0.5, retries: 2, resolved_model: "model-2", warnings: ["seed: not supported"] },
  }));
  const first = await withCache(client, { directory, address: "a", clock }).complete(requestOf(1), never);
  // A separate link over the same directory, as another process would build.
  const second = await withCache(client, { directory, address: "a", clock }).complete(requestOf(1), never);
  expect(first.delivery).toMatchObject({ cost_usd: 0.5, retries: 2 });
  expect(second).toEqual({
    ...REPLY,
    delivery: { ...HIT.delivery, resolved_model: "model-2", warnings: ["seed: not supported"] },
  });
  expect(requests).toHaveLength(1);
});

test("everything that determines a reply makes another request, and which turn or transcript asks does not", async () => {
  const directory = await temporaryDirectory();
  const { client, requests } = scriptedModel();
  const target = { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn: 1 } as const;
  const judge = {
    stage: "judge",
    transcript_id: "test__model/safety_crisis_test_001.r1",
    subject: "IB-A1",
    window: 0,
    repetition: 1,
    attempt: 1,
  } as const;
  const base = requestOf(1);
  const different: readonly ModelRequest[] = [
    base,
    { ...base, messages: [{ role: "user", content: "Other." }] },
    { ...base, sampling: { ...base.sampling, temperature: 1 } },
    { ...base, sampling: { ...base.sampling, max_tokens: 7 } },
    { ...base, sampling: { ...base.sampling, seed: 1 } },
    { ...base, output: { name: "answer", version: 1, jsonSchema: {} } },
    { ...base, output: { name: "answer", version: 2, jsonSchema: {} } },
    { ...base, reasoningEffort: "low" },
    { ...base, origin: { ...target, repeat: 2 } },
    { ...base, origin: { ...target, scenario_id: "safety_crisis_test_002" } },
    { ...base, origin: judge },
    { ...base, origin: { ...judge, repetition: 2 } },
    { ...base, origin: { ...judge, attempt: 2 } },
  ];
  const cached = withCache(client, { directory, address: "a", clock });
  for (const request of different) await cached.complete(request, never);
  expect(requests).toHaveLength(different.length);
  const elsewhere = withCache(client, { directory, address: "b", clock });
  await elsewhere.complete(base, never);
  const other = { ...client, modelId: ModelId.parse("test/other") };
  await withCache(other, { directory, address: "a", clock }).complete(base, never);
  expect(requests).toHaveLength(different.length + 2);

  const same: readonly ModelRequest[] = [
    { ...base, origin: { ...target, turn: 3 } },
    { ...base, sharedPrefix: { messages: 1, key: "window" } },
    { ...base, origin: { ...judge, transcript_id: "test__model/safety_crisis_test_009.r1" } },
  ];
  for (const request of same) expect(await cached.complete(request, never)).toEqual(HIT);
});

test.each(["length", "content_filter", "refusal", "other"] as const)(
  "a reply that ended with %s is not kept",
  async (finish_reason) => {
    const directory = await temporaryDirectory();
    const { client, requests } = scriptedModel(() => ({ ...REPLY, finish_reason }));
    const cached = withCache(client, { directory, address: "a", clock });
    await cached.complete(requestOf(1), never);
    await cached.complete(requestOf(1), never);
    expect(requests).toHaveLength(2);
    expect(await filesIn(directory)).toEqual([]);
  },
);

test("a failure is not kept", async () => {
  const directory = await temporaryDirectory();
  const { client } = scriptedModel(
    () => {
      throw new ModelCallError("away");
    },
    () => REPLY,
  );
  const cached = withCache(client, { directory, address: "a", clock });
  await expect(cached.complete(requestOf(1), never)).rejects.toThrow("away");
  expect(await cached.complete(requestOf(1), never)).toEqual(REPLY);
});

test("an empty reply is data, and is kept", async () => {
  const directory = await temporaryDirectory();
  const { client, requests } = scriptedModel(() => ({ ...REPLY, content: "" }));
  const cached = withCache(client, { directory, address: "a", clock });
  await cached.complete(requestOf(1), never);
  expect(await cached.complete(requestOf(1), never)).toEqual({ ...HIT, content: "" });
  expect(requests).toHaveLength(1);
});

test.each(["", "{", '{"schema_version":1}', "[]"])(
  "an entry that holds %j is asked for and written again",
  async (damage) => {
    const directory = await temporaryDirectory();
    const { client, requests } = scriptedModel();
    const cached = withCache(client, { directory, address: "a", clock });
    await cached.complete(requestOf(1), never);
    const [file = ""] = await filesIn(directory);
    const whole = await readFile(file, "utf8");
    await writeFile(file, damage);
    expect(await cached.complete(requestOf(1), never)).toEqual(REPLY);
    expect(requests).toHaveLength(2);
    expect(await readFile(file, "utf8")).toBe(whole);
    expect(await filesIn(directory)).toEqual([file]);
  },
);

test("equal requests under way at the same time share one call, and one of them pays", async () => {
  const directory = await temporaryDirectory();
  const end = Promise.withResolvers<typeof REPLY>();
  const { client, requests } = scriptedModel(() => end.promise);
  const cached = withCache(client, { directory, address: "a", clock });
  const replies = [1, 2, 3].map(() => cached.complete(requestOf(1), never));
  end.resolve({ ...REPLY, delivery: { cost_usd: 0.5, retries: 1 } });
  const [first, ...others] = await Promise.all(replies);
  expect(first?.delivery).toEqual({ cost_usd: 0.5, retries: 1 });
  expect(others).toEqual([HIT, HIT]);
  expect(requests).toHaveLength(1);
});

test("one who shares a call makes it alone when the other gives up, and can give up itself", async () => {
  const directory = await temporaryDirectory();
  const { client, requests } = scriptedModel(untilAborted, () => REPLY);
  const cached = withCache(client, { directory, address: "a", clock });
  const controllers = [new AbortController(), new AbortController()] as const;
  const reason = new Error("Ctrl-C");
  const first = expect(cached.complete(requestOf(1), controllers[0].signal)).rejects.toBe(reason);
  const second = expect(cached.complete(requestOf(1), controllers[1].signal)).rejects.toBe(reason);
  const third = cached.complete(requestOf(1), never);
  await expect.poll(() => requests.length).toBe(1);
  controllers[1].abort(reason);
  await second;
  controllers[0].abort(reason);
  await first;
  expect(await third).toEqual(REPLY);
  expect(requests).toHaveLength(2);
});

test("a cache that cannot be written takes no reply away, and says so", async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, "file");
  await writeFile(file, "");
  const { client } = scriptedModel();
  const reply = await withCache(client, {
    directory: join(directory, "missing"),
    address: "a",
    clock,
  }).complete(requestOf(1), never);
  expect(reply).toEqual(REPLY);
  const { client: other } = scriptedModel(async () => {
    await rm(join(directory, "blocked"), { recursive: true, force: true });
    await writeFile(join(directory, "blocked"), "");
    return REPLY;
  });
  const blocked = withCache(other, { directory: join(directory, "blocked"), address: "a", clock });
  expect((await blocked.complete(requestOf(1), never)).delivery?.warnings).toEqual([
    expect.stringMatching(/^not cached: /),
  ]);
});

test("an entry that does not say when its reply was had is as old as its file", async () => {
  const directory = await temporaryDirectory();
  const { client } = scriptedModel();
  const cached = withCache(client, { directory, address: "a", clock });
  await cached.complete(requestOf(1), never);
  const [file = ""] = await filesIn(directory);
  const { first_had_at: _, ...older } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify(older));
  const writtenAt = new Date("2026-10-01T00:00:00.000Z");
  await utimes(file, writtenAt, writtenAt);
  expect((await cached.complete(requestOf(1), never)).delivery?.first_had_at).toBe(writtenAt.toISOString());
});
