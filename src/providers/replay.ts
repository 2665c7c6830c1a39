import { ModelId } from "../schema/ids.ts";
import { ModelCallError } from "./model-call-error.ts";
import type { ModelClient, ModelReply } from "./model-client.ts";

export type RecordedReply = Pick<ModelReply, "content" | "finish_reason" | "usage">;

/** Answers every turn as a recorded run did, whatever it is told. */
export function createReplay(input: {
  readonly modelId: string;
  /** The recorded replies came from a simulated model. */
  readonly simulated: boolean;
  readonly find: (scenarioId: string, repeat: number, turn: number) => RecordedReply | undefined;
}): ModelClient {
  const { modelId, simulated, find } = input;
  return {
    modelId: ModelId.parse(modelId),
    simulated,
    async complete({ origin }, signal) {
      signal.throwIfAborted();
      if (origin.stage !== "target")
        throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
      const { scenario_id, repeat, turn } = origin;
      const recorded = find(scenario_id, repeat, turn);
      if (recorded === undefined) {
        throw new ModelCallError(`${modelId} has no reply to ${scenario_id}.r${repeat} turn ${turn}`);
      }
      const { content, finish_reason, usage } = recorded;
      return { content, finish_reason, usage };
    },
  };
}
