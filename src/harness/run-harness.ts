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

/** One conversation of a model, by position, so that another process can find it in the same plan. */
interface ConversationTask {
  readonly scenario: number;
  readonly repeat: number;
}

export interface HarnessInput {
  readonly plan: RunPlan;
  /** The scenarios, and the words that the simulated people listen with. */
  readonly corpus: {
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly words: ListeningWords;
    readonly router?: RouterConfig | null;
  };
  readonly models: ReadonlyMap<string, RecordedModel>;
  /** Set if the plan has a router. */
  readonly router?: RecordedModel | undefined;
  readonly executor: Executor;
  /** Cancels single models; the others continue. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
}

/**
 * Runs a plan and writes its transcripts. Models run in parallel, each in the order of the plan. If a model must stop
 * (refused key, spent quota, cancelled), the others finish first; then its error is thrown.
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

/**
 * Creates the job for one model's conversations. Its result is `null` for a conversation that the cost limit cut short.
 */
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
      // Calls already sent are paid for: they finish, but no new call is sent.
      if (!isCostCeiling(error)) throw error;
      stops.push(error);
      return null;
    }
  };
  return executor.run({ tasks: conversationTasks(plan, planned), handler }, signal);
}

/** Returns all conversations of a plan, for a queue. Each needs its model and the router. */
export function tasksOfAllModels(plan: RunPlan) {
  return plan.models.flatMap((planned, model) =>
    conversationTasks(plan, planned).map(({ id, input }) => ({
      task: id,
      payload: { model, scenario: input.scenario, repeat: input.repeat },
      needs: neededModels([planned.model_id, ...(plan.router === undefined ? [] : [plan.router.model_id])]),
    })),
  );
}

/** Returns the conversations of one model, in the order of the plan. */
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

/** Plays one conversation of a plan. */
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

/**
 * Throws if the plan's router is missing: word rules would choose the branches, but the transcript would name the
 * router.
 */
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
