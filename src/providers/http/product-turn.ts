import type { CallOrigin, ModelRequest } from "../model-client.ts";

export interface ProductMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** One turn as a product is told it: without our system message, because a product has its own. */
export interface ProductTurn {
  readonly message: string;
  /** What was said before this message. */
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
