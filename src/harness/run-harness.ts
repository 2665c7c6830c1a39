import type { Executor } from "../executor/executor.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import { TranscriptId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import { TRANSCRIPT_VERSION, type Transcript, TranscriptHeader } from "../schema/transcript.ts";
import { transcriptId } from "../store/run-directory.ts";
import { converse } from "./conversation.ts";

/** One conversation of the plan, by position, so that a worker elsewhere can find it in the same plan. */
interface ConversationTask {
  readonly model: number;
  readonly scenario: number;
  readonly repeat: number;
}

/** RunPlan → Transcript, in the order of the plan: model, scenario, repeat. */
export function runHarness(
  input: {
    readonly plan: RunPlan;
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly models: ReadonlyMap<string, RecordedModel>;
    readonly executor: Executor;
  },
  signal: AbortSignal,
): AsyncIterable<Transcript> {
  const { plan } = input;
  const tasks = plan.models.flatMap(({ model_id }, model) =>
    plan.scenarios.flatMap(({ scenario_id }, scenario) =>
      Array.from({ length: plan.repeats }, (_, index) => ({
        id: transcriptId(model_id, scenario_id, index + 1),
        input: { model, scenario, repeat: index + 1 },
      })),
    ),
  );

  const handler = async (task: ConversationTask, taskSignal: AbortSignal): Promise<Transcript> => {
    const planned = plan.models[task.model];
    const plannedScenario = plan.scenarios[task.scenario];
    const model = planned && input.models.get(planned.model_id);
    const scenario = plannedScenario && input.scenarios.get(plannedScenario.scenario_id);
    if (!planned || !plannedScenario || !model || !scenario)
      throw new Error("a task that is not in the plan");
    const { messages, complete } = await converse(
      { model, scenario, repeat: task.repeat, systemPrompt: plan.system_prompt, sampling: plan.sampling },
      taskSignal,
    );
    const header = TranscriptHeader.parse({
      schema_version: TRANSCRIPT_VERSION,
      transcript_id: TranscriptId.parse(transcriptId(planned.model_id, scenario.scenario_id, task.repeat)),
      model_id: planned.model_id,
      harness: plan.harness,
      scenario_id: scenario.scenario_id,
      scenario_hash: plannedScenario.scenario_hash,
      system_prompt_hash: plan.system_prompt_hash,
      sampling: plan.sampling,
      repeat: task.repeat,
      simulated: planned.simulated,
      complete,
    });
    return { header, messages };
  };
  return input.executor.run({ kind: "conversation", tasks, handler }, signal);
}
