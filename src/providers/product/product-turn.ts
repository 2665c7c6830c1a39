import { hashOf } from "../../kernel/hash.ts";
import type { CallOrigin, ModelRequest } from "../model-client.ts";

export interface ProductMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** One turn as the product receives it, without our system message, because a product has its own. */
export interface ProductTurn {
  readonly message: string;
  /** Messages before this one. */
  readonly history: readonly ProductMessage[];
  readonly conversationId: string;
  readonly scenarioId: string;
  readonly turn: number;
}

export type TargetOrigin = Extract<CallOrigin, { stage: "target" }>;

export function productTurn(
  { messages, origin }: ModelRequest,
  conversationIdFor: (origin: TargetOrigin) => string,
): ProductTurn {
  if (origin.stage !== "target") throw new Error("a product is talked to, it does not judge");
  const said = messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, content }]));
  const last = said.at(-1);
  if (last?.role !== "user") throw new Error("a turn ends with the person's message");
  return {
    message: last.content,
    history: said.slice(0, -1),
    conversationId: conversationIdFor(origin),
    scenarioId: origin.scenario_id,
    turn: origin.turn,
  };
}

/**
 * Returns one id per transcript: the same when a run resumes, so that the product continues its conversation, and a
 * different one in every other run. A UUID (version 8), because many products require one.
 */
export function conversationId(
  runId: string,
  modelId: string,
  { scenario_id, repeat }: Pick<TargetOrigin, "scenario_id" | "repeat">,
): string {
  const digits = hashOf({ run_id: runId, model_id: modelId, scenario_id, repeat });
  // RFC 9562: the version in the 13th digit, the variant in the two high bits of the 17th.
  const variant = (Number.parseInt(digits.slice(16, 17), 16) & 0b0011) | 0b1000;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant.toString(16)}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}
