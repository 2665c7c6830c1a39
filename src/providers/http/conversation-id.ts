import { hashOf } from "../../kernel/hash.ts";
import type { TargetOrigin } from "./product-turn.ts";

/**
 * One per transcript: the same in every leg of a run, so that a resumed run goes on with the conversation a product
 * remembers, and another in every other run. A UUID (version 8), because many products take nothing else.
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
