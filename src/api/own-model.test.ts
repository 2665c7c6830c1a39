import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { defineModel, type OwnModel, UNKNOWN_TOKENS } from "../providers/define-model.ts";
import { RunManifest } from "../schema/run/manifest.ts";
import { createBench } from "./create-bench.ts";

/** A small one, so that reading it takes no time. */
const corpus = fileURLToPath(new URL("../../test/fixtures/corpus/valid", import.meta.url));

async function benchFor(own: Partial<OwnModel> = {}) {
  const results = await mkdtemp(join(tmpdir(), "ib-own-"));
  onTestFinished(() => rm(results, { recursive: true }));
  let calls = 0;
  const complete: OwnModel["complete"] = own.complete ?? (() => "I hear you.");
  const model = defineModel({
    modelId: "acme/companion-2",
    ...own,
    complete: (request, signal) => {
      calls += 1;
      return complete(request, signal);
    },
  });
  const manifestOf = async (directory: string) =>
    RunManifest.parse(JSON.parse(await readFile(join(directory, "run_manifest.json"), "utf8")));
  return { bench: createBench({ corpus, results }), results, model, manifestOf, calls: () => calls };
}

test("a model of one's own is planned, journaled and reported under its name, and judged by another", async () => {
  const { bench, model } = await benchFor();
  const judge = defineModel({ modelId: "acme/judge", complete: () => "no JSON at all" });
  const { run, scan } = await bench.evaluate({ models: [model], judge, profile: "dev" });
  expect(run.plan.models).toMatchObject([{ model_id: "acme/companion-2", simulated: false }]);
  expect(run.plan.models[0]?.estimate?.cost_usd).toBeNull();
  expect(scan?.plan.judge).toEqual({ model_id: "acme/judge", simulated: false });
  expect(scan?.summary?.models.map(({ model_id }) => model_id)).toEqual(["acme/companion-2"]);
  const journal = await readFile(join(run.directory, "journal.jsonl"), "utf8");
  expect(journal).toContain('"model_id":"acme/companion-2"');
  expect(await readdir(join(run.directory, "transcripts"))).toEqual(["acme__companion-2"]);

  const opened = await bench.openScan(run.runId);
  expect(await Array.fromAsync(opened.transcripts())).toHaveLength(opened.plan.transcripts.length);
  expect(await Array.fromAsync(opened.scorecards())).toHaveLength(opened.plan.transcripts.length);
  const rows = await Array.fromAsync(opened.verdicts());
  // An unreadable judge reply is neither a PASS nor a FAIL.
  const judged = rows.filter(
    (row) => row.details.windows.length > 0 && (opened.plan.votes[row.mode_id]?.repetitions ?? 0) > 0,
  );
  expect(new Set(judged.map((row) => row.verdict))).toEqual(new Set(["UNCLEAR"]));
  expect(await opened.summary()).toEqual(scan?.summary);
});

test("an eval in the profile publish plans and prices the scenarios' criteria, and a resumed one keeps its plan", async () => {
  const { bench, model } = await benchFor();
  const judge = defineModel({ modelId: "acme/judge", complete: () => "no JSON at all" });
  const planned = async (options: { readonly profile: "publish" | "full"; readonly rubric?: boolean }) => {
    const { judging } = await bench.evaluate({ models: [model], judge, dryRun: true, ...options });
    return { rubric: judging?.rubric, calls: judging?.by_scorer?.rubric?.expected };
  };
  expect(await planned({ profile: "publish" })).toEqual({ rubric: true, calls: 2 });
  expect(await planned({ profile: "publish", rubric: false })).toEqual({});
  expect(await planned({ profile: "full" })).toEqual({});
  await bench.evaluate({ models: [model], judge, profile: "publish", rubric: false, runId: "without" });
  const { scan } = await bench.evaluate({ models: [model], judge, resume: "without" });
  expect(scan?.plan.rubric).toBeUndefined();
});

test("tokens and costs that nobody knows are said to be unknown, and measure nothing for later plans", async () => {
  const { bench, model, manifestOf } = await benchFor();
  const { directory } = await bench.run({ models: [model] });
  const { target, by_model } = await manifestOf(directory);
  expect(target.cost_usd).toBeNull();
  expect(by_model?.[model.modelId]).toMatchObject({ cost_usd: null, warnings: [UNKNOWN_TOKENS] });
  const { plan } = await bench.run({ models: [model], dryRun: true });
  expect(plan.models[0]?.estimate?.reply_tokens_from).toBe("assumption");
});

test("tokens and costs that are told are kept", async () => {
  const usage = { inputTokens: 10, outputTokens: 4 };
  const { bench, model, manifestOf } = await benchFor({
    complete: () => ({ content: "I hear you.", usage, costUsd: 0.25, resolvedModel: "companion-2-0915" }),
  });
  const { directory } = await bench.run({ models: [model] });
  const { target, by_model } = await manifestOf(directory);
  expect(target.cost_usd).toBe(0.25 * target.calls);
  expect(by_model?.[model.modelId]).toMatchObject({
    resolved_models: ["companion-2-0915"],
    warnings: [],
    usage: { input_tokens: 10 * target.calls, output_tokens: 4 * target.calls },
  });
});

test("tokens that cannot be lose no reply: it is journalled, said to be unknown, and not asked for again", async () => {
  const usage = { inputTokens: 12.5, outputTokens: -4, cachedTokens: 2 ** 60 };
  const { bench, model, manifestOf, calls } = await benchFor({
    complete: () => ({ content: "I hear you.", usage, costUsd: Number.NaN }),
  });
  const { directory, runId, incomplete } = await bench.run({ models: [model] });
  expect(incomplete).toBe(0);
  const { target, by_model } = await manifestOf(directory);
  expect(target.calls).toBe(calls());
  expect(by_model?.[model.modelId]).toMatchObject({ cost_usd: null, warnings: [UNKNOWN_TOKENS] });
  await bench.run({ models: [model], resume: runId });
  expect(calls()).toBe(target.calls);
});

test("a resumed run asks a model of one's own nothing twice", async () => {
  const stop = new AbortController();
  const { bench, model, calls } = await benchFor();
  const onEvent = () => {
    if (calls() === 2) stop.abort(new Error("enough"));
  };
  const options = { models: [model], scenarioParallel: 1 };
  await expect(bench.run({ ...options, runId: "mine" }, { signal: stop.signal, onEvent })).rejects.toThrow(
    "enough",
  );
  const { plan } = await bench.run({ ...options, resume: "mine" });
  expect(calls()).toBe(plan.totals.turns);
});

test("what a model of one's own throws is the outcome of that call, and is tried again only if it says so", async () => {
  const plain = await benchFor({
    complete: () => {
      throw new TypeError("no such thing");
    },
  });
  const failed = await plain.bench.run({ models: [plain.model] });
  const { conversations, target } = await plain.manifestOf(failed.directory);
  expect(failed.incomplete).toBe(conversations.planned);
  expect(target).toMatchObject({ failed: conversations.planned, retries: 0 });

  const seen = new Set<string>();
  const flaky = await benchFor({
    complete: ({ messages }) => {
      const key = JSON.stringify(messages);
      if (seen.has(key)) return "I hear you.";
      seen.add(key);
      throw Object.assign(new Error("busy"), { isRetryable: true });
    },
  });
  const scenarios = (await flaky.bench.list("scenarios"))
    .slice(0, 1)
    .map(({ scenario_id }) => String(scenario_id));
  const { incomplete, plan } = await flaky.bench.run({ models: [flaky.model], scenarios });
  expect(incomplete).toBe(0);
  expect(flaky.calls()).toBe(2 * plan.totals.turns);
});

test("a reply that is no text is a failed call, and not a crash", async () => {
  // JavaScript callers have no type check.
  const { bench, model, manifestOf } = await benchFor({ complete: () => ({ content: 7 }) as never });
  const { directory } = await bench.run({ models: [model] });
  expect((await manifestOf(directory)).conversations.complete).toBe(0);
});

test("code that does not look at the signal keeps nobody waiting", async () => {
  const stop = new AbortController();
  const { bench, model } = await benchFor({
    complete: () => {
      stop.abort(new Error("enough"));
      return new Promise<string>(() => undefined);
    },
  });
  await expect(bench.run({ models: [model] }, { signal: stop.signal })).rejects.toThrow("enough");
});

test.each([
  "openai/gpt-9",
  "sim/mine",
  "replay/mine",
  "Acme/x",
  "acme",
  "acme/..",
  "acme/a b",
  "acme/x__y",
  "acme/x.",
])("%s cannot name a model of one's own, and no run is begun", async (modelId) => {
  const { bench, results, model } = await benchFor({ modelId });
  await expect(bench.run({ models: [model] })).rejects.toMatchObject({ code: "IB_OWN_MODEL_NAME" });
  expect(await readdir(results)).toEqual([]);
});

test("two models of one name are refused, and a ceiling is refused without a price", async () => {
  const { bench, model } = await benchFor();
  const twin = defineModel({ modelId: model.modelId, complete: () => "me too" });
  await expect(bench.run({ models: [model, twin] })).rejects.toMatchObject({ code: "IB_OWN_MODEL_NAME" });
  await expect(bench.run({ models: [model], maxCostUsd: 1 })).rejects.toMatchObject({
    code: "IB_UNKNOWN_PRICE",
  });
});

test("an export counts the messages that are in it, and none of the conversations it leaves out", async () => {
  let first: string | undefined;
  const { bench, model } = await benchFor({
    complete: ({ origin }) => {
      if (origin.stage !== "target") return "";
      first ??= origin.scenario_id;
      if (origin.scenario_id === first) throw new Error("no reply");
      return "I hear you.";
    },
  });
  const { runId } = await bench.run({ models: [model], scenarioParallel: 1 });
  const { content, conversations, messages, leftOut } = await bench.export(runId, { to: "chat-jsonl" });
  const lines = (content ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect({ conversations, leftOut }).toEqual({ conversations: lines.length, leftOut: 1 });
  const written = lines.flatMap((line) =>
    line.messages.filter(({ role }: { role: string }) => role !== "system"),
  );
  expect(messages).toBe(written.length);
});
