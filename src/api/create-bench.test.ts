import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { VALID_CORPUS } from "../../test/fixtures/corpus/temporary-corpus.ts";
import { systemClock } from "../kernel/clock.ts";
import type { WorkEvent } from "../run-context.ts";
import type { BenchOptions } from "./bench-options.ts";
import { createBench } from "./create-bench.ts";

const SCENARIO = "safety_crisis_bin_days_001";
const options = { models: ["sim/careful"], scenarios: [SCENARIO] };

async function benchWith(more: BenchOptions = {}) {
  const results = await mkdtemp(join(tmpdir(), "ib-api-"));
  onTestFinished(() => rm(results, { recursive: true }));
  return { results, bench: createBench({ results, ...more }) };
}

test("a library user evaluates a model, and reads the report and its grounds", async () => {
  const { results, bench } = await benchWith();
  const told: string[] = [];
  const { run, scan } = await bench.evaluate(
    { ...options, runId: "mine" },
    {
      began: (runId) => void told.push(`began ${runId}`),
      onEvent: (event) => {
        if (event.kind === "finished") told.push(`${event.stage} of ${event.of}`);
      },
    },
  );
  expect(told).toEqual(["began mine", "run of sim/careful", "scan of sim/judge"]);
  expect(run).toMatchObject({ runId: "mine", directory: join(results, "mine"), incomplete: 0 });
  expect(scan?.summary?.models.map((model) => model.model_id)).toEqual(["sim/careful"]);
  expect(scan?.plan.profile).toBe("publish");
  expect(await readFile(scan?.report ?? "", "utf8")).toContain("</html>");

  const [explanation] = await bench.explain("mine", SCENARIO, "IB-A1");
  expect(explanation?.rows.map(({ row }) => row.mode_id)).toEqual(["IB-A1"]);
  expect((await bench.report("mine", "csv")).path).toBeNull();
  expect(await bench.list("runs")).toMatchObject([
    {
      run_id: "mine",
      models: "sim/careful",
      state: "finished",
      scans: scan?.scanId,
      sealed: "1 of 1",
      lost: "",
    },
  ]);
});

test("a library that was given no environment says so, and not that a variable is not set", async () => {
  const asked = { ...options, models: ["openai/gpt-5-mini"], judge: "sim/judge" };
  const { results, bench } = await benchWith();
  await expect(bench.run(asked)).rejects.toMatchObject({
    code: "IB_NO_KEY",
    message: expect.stringContaining("no environment was given to look for OPENAI_API_KEY in"),
    hint: expect.stringContaining("`createBench({ environment: process.env })`"),
  });
  expect(await readdir(results)).toEqual([]);
  const { bench: informed } = await benchWith({ environment: {} });
  await expect(informed.run(asked)).rejects.toThrow("OPENAI_API_KEY is not set");
});

test.each([Number.POSITIVE_INFINITY, Number.NaN, 0, -1])(
  "a ceiling of %s is refused before anything is written",
  async (maxCostUsd) => {
    const { results, bench } = await benchWith();
    await expect(bench.run({ ...options, maxCostUsd })).rejects.toThrow(
      expect.objectContaining({ code: "IB_BAD_CEILING" }),
    );
    expect(await readdir(results)).toEqual([]);
  },
);

test("a run without a name is called after the time, and two begun at once differ", async () => {
  const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 15, 10, 15, 0) };
  const { bench } = await benchWith({ clock });
  const { runId } = await bench.run({ ...options, dryRun: true });
  expect(runId).toMatch(/^20261115-101500-[0-9a-f]{4}$/);
  const later = { ...clock, now: () => clock.now() + 1 };
  const other = await benchWith({ clock: later });
  expect((await other.bench.run({ ...options, dryRun: true })).runId).not.toBe(runId);
});

test("lint takes what was looked up on a day that has begun somewhere, and no later one", async () => {
  const errorsAt = async (hour: number) => {
    const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 15, hour) };
    const { bench } = await benchWith({ clock, corpus: VALID_CORPUS });
    return (await bench.lint(["configs/regimes"])).problems.map(({ code }) => code);
  };
  expect(await errorsAt(10)).toEqual([]);
  expect(await errorsAt(9)).toEqual(["checked-in-future"]);
});

test("an abort rejects with its reason, lets go of the lock and leaves a run that can be resumed", async () => {
  const { results, bench } = await benchWith({ simLatencyMs: 20 });
  const controller = new AbortController();
  const reason = new Error("enough");
  const { signal } = controller;
  // The first call is sent, and takes some time.
  const onEvent = (event: WorkEvent) => {
    if (event.kind === "call") controller.abort(reason);
  };
  await expect(bench.evaluate({ ...options, runId: "mine" }, { signal, onEvent })).rejects.toBe(reason);
  expect(await readdir(join(results, "mine"))).not.toContain("lock");
  const resumed = await bench.evaluate({ ...options, resume: "mine" });
  expect(resumed.scan?.summary?.models[0]).toMatchObject({ transcripts: 1, incomplete: 0 });
});

test("a repeated or duplicated model is asked once", async () => {
  const { bench } = await benchWith();
  const twice = { ...options, models: ["sim/careful", "sim/careful"], dryRun: true };
  expect((await bench.run(twice)).plan.totals.conversations).toBe(1);
});

test("without a model every simulated assistant is asked, and no judge is", async () => {
  const { bench } = await benchWith();
  const { plan } = await bench.run({ dryRun: true });
  expect(plan.models.map((model) => model.model_id)).toEqual([
    "sim/attached",
    "sim/brittle",
    "sim/careful",
    "sim/cautious",
    "sim/eager",
  ]);
});

test("names are looked up in every part of the corpus", async () => {
  const { bench } = await benchWith();
  const kinds = await Promise.all(
    [SCENARIO, "IB-A1", "passive_ideation", "base", "IB-A1-001"].map(
      async (id) => (await bench.show(id)).kind,
    ),
  );
  expect(kinds).toEqual(["scenario", "check", "lexicon", "rules", "card"]);
  await expect(bench.show("nothing")).rejects.toMatchObject({ code: "IB_UNKNOWN_ID" });
});
