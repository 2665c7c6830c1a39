import { isOfProduct, neededModels } from "../domain/models.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import type { Executor } from "../executor/executor.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hash.ts";
import { ModelUnavailableError } from "../providers/errors.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { RouterConfig } from "../schema/corpus/judge-config.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { TranscriptId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import { TRANSCRIPT_VERSION, type Transcript, type TranscriptHeader } from "../schema/run/transcript.ts";
import { converse } from "./conversation.ts";
import { harnessErrors } from "./errors.ts";
import { type ListeningWords, listenerFor } from "./listener.ts";
import type { Router } from "./router.ts";

/** One conversation of a model, by position, so that a worker elsewhere can find it in the same plan. */
interface ConversationTask {
  readonly scenario: number;
  readonly repeat: number;
}

export interface HarnessInput {
  readonly plan: RunPlan;
  /** Its scenarios, and the words that the people in them listen with. */
  readonly corpus: {
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly words: ListeningWords;
    readonly router?: RouterConfig | null;
  };
  readonly models: ReadonlyMap<string, RecordedModel>;
  /** Where the plan has one. */
  readonly router?: RecordedModel | undefined;
  readonly executor: Executor;
  /** Cancels one model alone; the others go on. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
}

/**
 * RunPlan → Transcript. Models are asked side by side, each in the order of the plan. A model that cannot go on (a
 * refused key, a spent quota, its own cancellation) leaves the others alone; when they are done, its error is thrown.
 */
export async function runHarness(
  input: HarnessInput,
  keep: (transcript: Transcript) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const stops: BenchError[] = [];
  await Promise.all(
    input.plan.models.map(async (planned) => {
      const cancel = input.cancelled?.get(planned.model_id);
      try {
        for await (const transcript of modelJob(input, planned, withCancel(stop, cancel), stops)) {
          if (transcript !== null) await keep(transcript);
        }
      } catch (error) {
        const isCancelled = cancel?.aborted && error === cancel.reason;
        if (isCancelled && !stop.aborted) stops.push(harnessErrors.IB_MODEL_CANCELLED(planned.model_id));
        else if (error instanceof ModelUnavailableError && !stop.aborted) stops.push(error);
        else failure.abort(error);
      }
    }),
  );
  stop.throwIfAborted();
  const [first] = stops;
  if (first !== undefined) throw first;
}

type PlannedModel = RunPlan["models"][number];

/** The conversations of one model; `null` for one that the cost ceiling cut short. */
function modelJob(
  { plan, models, router, corpus, executor }: HarnessInput,
  planned: PlannedModel,
  signal: AbortSignal,
  stops: BenchError[],
): AsyncIterable<Transcript | null> {
  const model = models.get(planned.model_id);
  if (model === undefined) throw new Error("a model that is not in the plan");
  const handler = async (task: ConversationTask, taskSignal: AbortSignal): Promise<Transcript | null> => {
    try {
      return await haveConversation({ plan, planned, corpus, model, router }, task, taskSignal);
    } catch (error) {
      // Calls that were let through are paid for: they come to their end while nothing new is sent.
      if (!isCostCeiling(error)) throw error;
      stops.push(error);
      return null;
    }
  };
  return executor.run({ tasks: conversationTasks(plan, planned), handler }, signal);
}

/** All conversations of a plan, for a queue. What is needed for one is what it takes to ask its model, and the router. */
export function tasksOfAllModels(plan: RunPlan) {
  return plan.models.flatMap((planned, model) =>
    conversationTasks(plan, planned).map(({ id, input }) => ({
      task: id,
      payload: { model, scenario: input.scenario, repeat: input.repeat },
      needs: neededModels([planned.model_id, ...(plan.router === undefined ? [] : [plan.router.model_id])]),
    })),
  );
}

/** The conversations of one model, in the order of the plan. */
function conversationTasks(
  plan: RunPlan,
  planned: PlannedModel,
): readonly { readonly id: string; readonly input: ConversationTask }[] {
  const slug = modelSlug(planned.model_id, sha256);
  return plan.scenarios.flatMap(({ scenario_id }, scenario) =>
    Array.from({ length: plan.repeats }, (_, index) => ({
      id: transcriptId(slug, scenario_id, index + 1),
      input: { scenario, repeat: index + 1 },
    })),
  );
}

/** One of them. */
export async function haveConversation(
  input: Pick<HarnessInput, "plan" | "corpus" | "router"> & {
    readonly planned: PlannedModel;
    readonly model: RecordedModel;
  },
  task: ConversationTask,
  signal: AbortSignal,
): Promise<Transcript> {
  const { plan, planned, corpus, model } = input;
  const plannedScenario = plan.scenarios[task.scenario];
  const scenario = plannedScenario && corpus.scenarios.get(plannedScenario.scenario_id);
  if (!plannedScenario || !scenario) throw new Error("a task that is not in the plan");
  const id = transcriptId(modelSlug(planned.model_id, sha256), scenario.scenario_id, task.repeat);
  const { messages, complete } = await converse(
    {
      model,
      scenario,
      repeat: task.repeat,
      systemPrompt: plan.system_prompt,
      sampling: plan.sampling,
      listener: listenerFor(corpus.words),
      router: routerOf(input, id),
    },
    signal,
  );
  const header: TranscriptHeader = {
    schema_version: TRANSCRIPT_VERSION,
    transcript_id: id,
    model_id: planned.model_id,
    harness: plan.harness,
    scenario_id: scenario.scenario_id,
    scenario_hash: plannedScenario.scenario_hash,
    channel: scenario.channel,
    system_prompt_hash: isOfProduct(plan.harness) ? null : plan.system_prompt_hash,
    sampling: isOfProduct(plan.harness) ? null : plan.sampling,
    repeat: task.repeat,
    simulated: planned.simulated,
    ...(plan.corpus.private ? { private: true } : {}),
    ...(plan.corpus.pack === undefined ? {} : { pack: plan.corpus.pack.name }),
    ...(plan.router === undefined ? {} : { router: plan.router.model_id }),
    ...(plan.product === undefined ? {} : { product: plan.product }),
    ...(plan.can === undefined ? {} : { can: plan.can }),
    complete,
  };
  return { header, messages };
}

/** Without the router of its plan a conversation would go by words, and be marked as if it had not. */
function routerOf(
  { plan, corpus, router }: Pick<HarnessInput, "plan" | "corpus" | "router">,
  id: TranscriptId,
): Router | undefined {
  if (plan.router === undefined) return undefined;
  if (router?.client.modelId !== plan.router.model_id || corpus.router == null)
    throw new Error("the router of the plan is not there");
  return { model: router, config: corpus.router, transcriptId: id };
}

function isCostCeiling(error: unknown): error is BenchError {
  return error instanceof BenchError && error.exitCode === ExitCode.costCeiling;
}

function withCancel(stop: AbortSignal, cancel: AbortSignal | undefined): AbortSignal {
  return cancel === undefined ? stop : AbortSignal.any([stop, cancel]);
}
