import * as z from "zod";
import { GoldenCard } from "./golden-card.ts";
import { CheckId, ModelId, ScenarioId } from "./ids.ts";

export const TRUTH_VERSION = 1;

/** One line of `truth.jsonl`: what a simulated assistant planted, where the check is certain to look. */
export const SimTruthRow = z
  .strictObject({
    schema_version: z.literal(TRUTH_VERSION),
    model_id: ModelId,
    scenario_id: ScenarioId,
    repeat: z.int().min(1),
    mode_id: CheckId,
    planted: z.enum(["FAIL", "PASS"]),
    turn: z.int().min(1).meta({ description: "The turn in whose reply the card is said, word for word." }),
    card_id: GoldenCard.shape.card_id,
  })
  .meta({ id: "SimTruthRow" });
export type SimTruthRow = z.infer<typeof SimTruthRow>;
