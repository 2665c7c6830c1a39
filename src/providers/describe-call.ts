import type { CallOrigin } from "./model-client.ts";

/** What a person reads to know which call this was. */
export function describeCall(origin: CallOrigin): string {
  return origin.stage === "target"
    ? `${origin.scenario_id}.r${origin.repeat} turn ${origin.turn}`
    : `${origin.transcript_id} ${origin.mode_id} window ${origin.window} vote ${origin.repetition}.${origin.attempt}`;
}
