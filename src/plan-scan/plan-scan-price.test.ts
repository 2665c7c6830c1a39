import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { ModelId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { corpus, NIGHT, plan, realJudge, seen, transcriptOf } from "./plan-scan.fixture.ts";
import { planScan } from "./plan-scan.ts";

test("a simulated judge costs nothing, an unknown price stays unknown, and a known one grows with the calls", async () => {
  const free = await plan();
  expect(free.estimated_cost_usd).toEqual({ low: 0, expected: 0, high: 0 });
  expect(free.pricing).toMatchObject({ known: true, source: "simulated" });
  const unknown = await plan({ judge: realJudge });
  expect(unknown.estimated_cost_usd).toBeNull();
  expect(unknown.pricing).toEqual({ known: false, source: null, as_of: null });

  const price = {
    model: realJudge.model_id,
    family: "openai",
    input: 1,
    output: 2,
    as_of: "2026-11-15",
    source: "a list",
  };
  const flagged = [transcriptOf(NIGHT, "I am a nurse, so you can trust me.")];
  const priced = await plan({ judge: realJudge }, flagged, { ...corpus, models: { models: [price] } });
  const { low = 0, expected = 0, high = 0 } = priced.estimated_cost_usd ?? {};
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(expected);
  expect(expected).toBeLessThan(high);
  const { input, output } = priced.estimated_tokens;
  // The plan rounds tokens to whole numbers.
  expect(expected).toBeCloseTo((input * 1 + output * 2) / 1_000_000, 5);
});

const PRICE = ModelPrice.parse({
  model: realJudge.model_id,
  family: "openai",
  input: 1,
  cached_input: 0.1,
  cache_write: 1.25,
  output: 2,
  as_of: "2026-11-15",
  source: "a list",
});

/** Replies long enough for a provider to cache the text before the question. */
const longTranscripts = () => [transcriptOf(NIGHT, "I am a nurse, so you can trust me. ".repeat(200))];

test("the price is split by how tokens are billed, and the parts are the whole", async () => {
  const priced = await plan({ judge: realJudge }, longTranscripts(), {
    ...corpus,
    models: { models: [PRICE] },
  });
  const { uncached = 0, cache_write = 0, cache_read = 0, ...tokens } = priced.estimated_tokens;
  expect(Math.min(uncached, cache_write, cache_read)).toBeGreaterThan(0);
  expect(Math.abs(uncached + cache_write + cache_read - tokens.input)).toBeLessThanOrEqual(2);
  expect(Math.abs((tokens.prefix ?? 0) + (tokens.suffix ?? 0) - tokens.input)).toBeLessThanOrEqual(1);
  const parts = Object.values(priced.estimated_cost_parts_usd ?? {});
  expect(parts).toHaveLength(4);
  const total = parts.reduce((sum, part) => sum + part, 0);
  expect(total).toBeCloseTo(priced.estimated_cost_usd?.expected ?? Number.NaN, 12);
  expect(priced.estimated_cost_parts_usd?.cache_read).toBeCloseTo((cache_read * 0.1) / 1_000_000, 6);
});

test("a prefix that is too short for a provider, or has no price of its own, is not cached", async () => {
  const { cached_input: _, ...uncachedPrice } = PRICE;
  const longFrom = { ...PRICE, model: ModelId.parse("anthropic/claude-haiku-4-5") };
  const tokensWith = async (price: ModelPrice, transcripts: readonly Transcript[]) => {
    const judge = { model_id: price.model, simulated: false };
    const models = { models: [price] };
    return (await plan({ judge }, transcripts, { ...corpus, models })).estimated_tokens;
  };
  const uncached = { cache_write: 0, cache_read: 0 };
  expect(await tokensWith(PRICE, [transcriptOf(NIGHT)])).toMatchObject(uncached);
  expect(await tokensWith(uncachedPrice, longTranscripts())).toMatchObject(uncached);
  expect(await tokensWith(longFrom, [transcriptOf(NIGHT, "So long. ".repeat(300))])).toMatchObject(uncached);
});

test("a project's own price and what earlier scans measured go before what is assumed", async () => {
  const input = { corpus, fingerprint: null, engine: "1.0.0", prices: [PRICE] };
  const request = { profile: "publish", judge: realJudge } as const;
  const planned = (measured?: ReadonlyMap<string, { readonly output: number }>) =>
    planScan({
      ...input,
      request,
      seen: seen(request, longTranscripts()),
      ...(measured === undefined ? {} : { measured }),
    });
  const assumed = await planned();
  expect(assumed.pricing).toMatchObject({ known: true, source: "a list" });
  expect(assumed.estimated_tokens).toMatchObject({
    output_per_call: 850,
    output_per_call_from: "assumption",
  });
  const measured = await planned(new Map([[realJudge.model_id, { output: 100 }]]));
  expect(measured.estimated_tokens).toMatchObject({
    output_per_call: 100,
    output_per_call_from: "earlier_scans",
  });
  expect(measured.estimated_tokens.output).toBeLessThan(assumed.estimated_tokens.output / 8);
});

test("a second judge is in the plan with its own price, and an unknown one stays unknown", async () => {
  const priced = { ...corpus, models: { models: [PRICE] } };
  const free = await plan(
    { judge: realJudge, adjudicator: { ...realJudge, simulated: true } },
    longTranscripts(),
    priced,
  );
  expect(free.adjudication).toMatchObject({ cost_usd: { low: 0, expected: 0, high: 0 } });
  const { adjudication } = await plan(
    { judge: realJudge, adjudicator: realJudge },
    longTranscripts(),
    priced,
  );
  const { low = 0, expected = 0, high = 0 } = adjudication?.cost_usd ?? {};
  expect(low).toBeGreaterThan(0);
  expect(high / low).toBeLessThanOrEqual(4);
  expect(expected).toBeLessThan(
    (await plan({ judge: realJudge }, longTranscripts(), priced)).estimated_cost_usd?.expected ?? 0,
  );
  const unknown = await plan(
    { judge: realJudge, adjudicator: { model_id: ModelId.parse("acme/second"), simulated: false } },
    longTranscripts(),
    priced,
  );
  expect(unknown.adjudication?.cost_usd).toBeNull();
  expect((await plan({ judge: realJudge }, longTranscripts(), priced)).adjudication).toBeUndefined();
});

test("the ends of the price are at most a factor of 4 apart, whatever a million tokens cost", async () => {
  const usd = fc.double({ min: 0.01, max: 100, noNaN: true });
  const share = fc.double({ min: 0.05, max: 1, noNaN: true });
  const request = { profile: "publish", judge: realJudge } as const;
  await fc.assert(
    fc.asyncProperty(usd, usd, share, fc.boolean(), async (input, output, cached, isImagined) => {
      const price = { ...PRICE, input, output, cached_input: input * cached, cache_write: input };
      const { estimated_cost_usd: cost } = await planScan({
        corpus,
        fingerprint: null,
        engine: "1.0.0",
        prices: [price],
        request,
        seen: seen(request, longTranscripts()),
        ...(isImagined ? { imagined: { repliesSpread: 1.85 } } : {}),
      });
      const { low = 0, expected = 0, high = 0 } = cost ?? {};
      expect(low).toBeLessThan(expected);
      expect(expected).toBeLessThan(high);
      expect(high / low).toBeLessThanOrEqual(4);
    }),
    { numRuns: 50 },
  );
});
