import type { Clock } from "../kernel/clock.ts";
import type { ModelId } from "../schema/ids.ts";
import type { ModelClient } from "./model-client.ts";
import { type CallLog, type RecordedModel, recordCalls } from "./recorded-model.ts";

/** A call that ought to be in a journal and is not. */
export class UnrecordedCallError extends Error {
  readonly subject: string;

  constructor(subject: string) {
    super(`the journal does not hold the call ${subject}`);
    this.name = "UnrecordedCallError";
    this.subject = subject;
  }
}

/** A model that answers from a journal alone: what is not in it is an error, and nothing is ever sent. */
export function recordedOnly(
  model: { readonly model_id: ModelId; readonly simulated: boolean },
  calls: Pick<CallLog, "find">,
  clock: Clock,
): RecordedModel {
  const client: ModelClient = {
    modelId: model.model_id,
    simulated: model.simulated,
    complete: () => Promise.reject(new Error(`${model.model_id} is not to be asked`)),
  };
  const log: CallLog = {
    find: (unit) => calls.find(unit),
    append: async (entry) => {
      throw new UnrecordedCallError(entry.event === "sent" ? entry.call.subject : entry.event);
    },
  };
  return recordCalls(client, log, clock);
}
