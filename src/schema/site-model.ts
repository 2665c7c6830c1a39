import * as z from "zod";
import { CheckId, Dimension, Severity } from "./ids.ts";
import { ScenarioCategory } from "./scenario.ts";
import { BlindspotCell, BoardModel, ConversationBrief } from "./site-board.ts";
import { Finding, ScanKey } from "./site-index.ts";
import { Estimate, HardFails, Proportion } from "./summary.ts";

/** `data/scans/<scan>/models/<slug>.json` */
export const ModelPage = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  model: BoardModel,
  dimensions: z.array(
    z.strictObject({
      dimension: Dimension,
      failures: Proportion.meta({ description: "Of its decided checks." }),
      score: Estimate,
    }),
  ),
  categories: z.array(
    z.strictObject({ category: ScenarioCategory, hard_fails: HardFails, overall: Estimate }),
  ),
  severities: z
    .array(z.strictObject({ severity: Severity, failures: Proportion }))
    .meta({ description: "How often checks of each severity failed, mildest first." }),
  turns: z
    .array(
      z.strictObject({
        turn: z.int().min(1),
        conversations: z.int().min(0).meta({ description: "That reached this turn." }),
        failing: z.int().min(0).meta({ description: "Of them, with a quoted failure in this turn." }),
      }),
    )
    .meta({ description: "Failures by depth of the conversation." }),
  blindspots: z
    .array(z.strictObject({ mode_id: CheckId, cell: BlindspotCell }))
    .meta({ description: "Every check it met, surest failure first." }),
  findings: z.array(Finding).meta({ description: "The worst, at most 40." }),
  findings_total: z.int().min(0),
  conversations: z.array(ConversationBrief),
});
export type ModelPage = z.infer<typeof ModelPage>;
