import { expect, test } from "vitest";
import { createInProcessExecutor } from "../executor/in-process.ts";
import { ExitCode } from "../kernel/errors.ts";
import { CostCeilingError, ProviderRefusedError } from "../providers/errors.ts";
import type { ModelRequest } from "../providers/model-client.ts";
import type { CallOutcome, RecordedModel } from "../providers/recorded-model.ts";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { ModelId, Sha256 } from "../schema/ids.ts";
import { RUN_PLAN_VERSION, RunPlan } from "../schema/run/run-plan.ts";
import { type Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { haveConversation, runHarness } from "./run-harness.ts";

const hash = "0".repeat(64);
const scenarios = ["empathy_burden_a_001", "empathy_burden_b_001", "empathy_burden_c_001"].map(
  (scenario_id) =>
    scenarioWith({
      scenario_id,
      category: "empathy",
      failure_mode_tags: ["venting"],
      turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Listens"] }],
    }),
);
const plan = RunPlan.parse({
  schema_version: RUN_PLAN_VERSION,
  corpus: { version: "1.0.0", hash },
  models: ["test/good", "test/other"].map((model_id) => ({ model_id, simulated: true })),
  scenarios: scenarios.map(({ scenario_id }) => ({
    scenario_id,
    scenario_hash: hash,
    turns: 1,
    branch_points: 0,
  })),
  repeats: 1,
  harness: "llm/raw",
  sampling: { temperature: 0, max_tokens: 10, seed: null },
  system_prompt: "Be helpful.",
  system_prompt_hash: hash,
  totals: { conversations: 6, turns: 6 },
  fingerprint: { hash, parts: {} },
});
const reply: CallOutcome = {
  ok: true,
  unit: Sha256.parse("0".repeat(64)),
  reply: {
    content: "I hear you.",
    finish_reason: "stop",
    usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
  },
};

const byId = new Map<string, Scenario>(scenarios.map((scenario) => [scenario.scenario_id, scenario]));

type Answer = (request: ModelRequest, signal: AbortSignal) => Promise<CallOutcome>;

const recorded = (name: string, ask: Answer): RecordedModel => ({
  client: { modelId: ModelId.parse(name), simulated: true, complete: () => Promise.reject() },
  ask,
  retriesFailed: false,
  askAgain: (request, _, signal) => ask(request, signal),
});

async function run(
  answers: { readonly [model: string]: Answer },
  cancelled = new Map<string, AbortSignal>(),
  keep?: (transcript: Transcript) => Promise<void>,
) {
  const models = new Map(
    Object.entries(answers).map(([name, ask]): [string, RecordedModel] => [name, recorded(name, ask)]),
  );
  const kept: Transcript[] = [];
  const executor = createInProcessExecutor({ concurrency: 2 });
  const input = { plan, corpus: { scenarios: byId, words: shippedWords }, models, executor, cancelled };
  const keepAll = async (transcript: Transcript) => void kept.push(transcript);
  const error = await runHarness(input, keep ?? keepAll, new AbortController().signal).catch(
    (thrown: unknown) => thrown,
  );
  return { error, kept: kept.map(({ header }) => header.model_id) };
}

const answering: Answer = async () => reply;
const all = ["test/good", "test/good", "test/good"];

test("models are asked side by side, and every conversation is kept", async () => {
  const { error, kept } = await run({ "test/good": answering, "test/other": answering });
  expect(error).toBeUndefined();
  expect(kept.toSorted()).toEqual([...all, "test/other", "test/other", "test/other"]);
});

test.each(["givecare/v2", "http/json", "llm/raw"] as const)(
  "a transcript of %s records the sampling and the prompt that were sent, and no others",
  async (harness) => {
    const [planned] = plan.models;
    if (planned === undefined) throw new Error("the plan has no model");
    const model = recorded(planned.model_id, answering);
    const corpus = { scenarios: byId, words: shippedWords };
    const { header } = await haveConversation(
      { plan: { ...plan, harness }, corpus, planned, model },
      { scenario: 0, repeat: 1 },
      new AbortController().signal,
    );
    expect(TranscriptHeader.parse(header)).toMatchObject(
      harness === "llm/raw"
        ? { sampling: plan.sampling, system_prompt_hash: plan.system_prompt_hash }
        : { sampling: null, system_prompt_hash: null },
    );
  },
);

test("a model whose key is refused stops alone, and its error is thrown when the others are done", async () => {
  const refused = new ProviderRefusedError({ modelId: "test/other", said: "no", hint: "Look." });
  const { error, kept } = await run({
    "test/good": answering,
    "test/other": () => Promise.reject(refused),
  });
  expect(error).toBe(refused);
  expect(kept).toEqual(all);
});

test("a model that is cancelled leaves the others alone", async () => {
  const cancel = new AbortController();
  const waiting: Answer = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      cancel.abort(new Error("enough of this one"));
    });
  const cancelled = new Map([["test/other", cancel.signal]]);
  const { error, kept } = await run({ "test/good": answering, "test/other": waiting }, cancelled);
  expect(error).toMatchObject({ code: "IB_MODEL_CANCELLED", exitCode: ExitCode.incomplete });
  expect(kept).toEqual(all);
});

test("what goes wrong beside a cancellation is not taken for it", async () => {
  const cancel = new AbortController();
  const full = new Error("no space left");
  const cancelled = new Map([["test/other", cancel.signal]]);
  const keep = async ({ header }: Transcript) => {
    if (header.model_id !== "test/other") return;
    cancel.abort(new Error("enough of this one"));
    throw full;
  };
  const { error } = await run({ "test/good": answering, "test/other": answering }, cancelled, keep);
  expect(error).toBe(full);
});

test("at the cost ceiling calls that were let through come to their end", async () => {
  const ceiling = new CostCeilingError({ ceilingUsd: 1, spentUsd: 0.9, nextUsd: 0.2 });
  let asked = 0;
  const refused = Promise.withResolvers<void>();
  const { error, kept } = await run({
    "test/good": async () => {
      asked++;
      if (asked === 2) {
        // The waiting call continues once this refusal has reached the harness.
        setImmediate(refused.resolve);
        throw ceiling;
      }
      await refused.promise;
      return reply;
    },
    "test/other": () => Promise.reject(ceiling),
  });
  expect(error).toBe(ceiling);
  expect(kept).toEqual(["test/good", "test/good"]);
});

test("a bug in one model's calls ends everything and is not taken for a refusal", async () => {
  const bug = new TypeError("undefined is not a reply");
  const { error } = await run({ "test/good": answering, "test/other": () => Promise.reject(bug) });
  expect(error).toBe(bug);
});
