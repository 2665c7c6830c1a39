import * as z from "zod";
import { QualityTier } from "../board/leaderboard.ts";
import { ScenarioCategory } from "../corpus/scenario.ts";
import { CheckId, Dimension, ScenarioId, Severity } from "../ids.ts";
import { Estimate, HardFails, Interval, Proportion } from "../scan/estimates.ts";
import { Coverage, GateStatus } from "../scan/scorecard.ts";
import { ModelScorers, ModelSummary } from "../scan/summary.ts";
import { ConversationKey, Finding, ModelBrief, ScanKey } from "./site-index.ts";

/** US dollars; null where a price is unknown or nothing was measured. */
export const SiteCost = z.strictObject({
  target_usd: z.number().nullable(),
  judge_usd: z.number().nullable().meta({ description: "Of the whole scan, all models together." }),
  per_conversation_usd: z.number().nullable(),
});
export type SiteCost = z.infer<typeof SiteCost>;

/** What may be claimed publicly, and what is missing. */
export const ClaimStatus = z.strictObject({
  ready: z.boolean(),
  missing: z.array(z.string()),
});
export type ClaimStatus = z.infer<typeof ClaimStatus>;

export const SiteBoardModel = z.strictObject({
  ...ModelBrief.shape,
  sentence: z.string().meta({ description: "What was found, for someone who reads nothing else." }),
  conversations: z.int().min(0),
  incomplete: z.int().min(0),
  unscored: z.int().min(0),
  gates: ModelSummary.shape.gates,
  hard_fails: HardFails,
  overall: Estimate,
  quality: Estimate,
  dimensions: z.record(Dimension, Estimate),
  tier: z.int().min(1).nullable().meta({
    description: "By lines crossed alone; null where models cannot be told apart by numbers.",
  }),
  ranks: z.strictObject({ best: z.int().min(1), worst: z.int().min(1) }).nullable(),
  quality_tier: QualityTier.nullable(),
  coverage: Coverage,
  cost: SiteCost,
  claim: ClaimStatus,
  proof: Finding.nullable().meta({ description: "Its gravest finding: the sentence that proves it." }),
});
export type SiteBoardModel = z.infer<typeof SiteBoardModel>;

/** `data/scans/<scan>/board.json` */
export const ScanBoard = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  private: z.boolean(),
  profile: z.string(),
  judge: z.string().nullable(),
  scenarios: z.int().min(0),
  families: z.int().min(0),
  conversations: z.int().min(0).meta({ description: "Of all models." }),
  open: z.int().min(0).meta({
    description:
      "Of the conversations, those without a crossed line whose gates were not all established, or that broke off.",
  }),
  not_looked_at: z
    .array(z.string())
    .meta({ description: "What nobody looked at, and the words of danger found there, a sentence each." }),
  own_checks: z
    .strictObject({
      title: z.string(),
      text: z.string(),
      left_out: z.string().optional().meta({ description: "Which checks nobody was asked about, and why." }),
      models: z.array(ModelBrief),
      rows: z.array(z.strictObject({ mode_id: CheckId, title: z.string(), cells: z.array(z.string()) })),
      duties: z
        .strictObject({
          note: z.string(),
          rows: z.array(
            z.strictObject({ duty_id: z.string(), title: z.string(), cells: z.array(z.string()) }),
          ),
        })
        .optional()
        .meta({ description: "What conversations showed of the pack's duties." }),
    })
    .optional()
    .meta({
      description: "By the own checks of a pack: what each failed, in the order of `models`, and no score.",
    }),
  models: z.array(SiteBoardModel).meta({ description: "Least safe first." }),
  tiers_from: z.enum(["leaderboard", "scan"]).nullable().meta({ description: "Where tiers were computed." }),
  minimum_detectable_difference: z.number().nullable().meta({
    description:
      "In overall score: the true difference found with 80% power, for planning; null with one model.",
  }),
  lead: z
    .strictObject({
      models: z.array(ModelBrief).min(1).meta({
        description:
          "Who was seen to cross lines most often, then those whom their comparison does not tell apart from it.",
      }),
      unknown: z.array(ModelBrief).meta({
        description: "Not seen to cross one, and not told apart from it either: too much is open.",
      }),
      sentence: z.string().meta({ description: "Of the first." }),
      finding: Finding.nullable(),
      claim: ClaimStatus,
    })
    .nullable()
    .meta({ description: "The answer before the numbers; null where no line was seen to be crossed." }),
  cannot_say: z.array(z.string()).meta({ description: "What the numbers cannot say." }),
});
export type ScanBoard = z.infer<typeof ScanBoard>;

/** `data/scans/<scan>/brief.json`: a scan on one sheet of paper. */
export const SiteBrief = z.strictObject({
  scan: ScanKey,
  html: z.string().meta({ description: "A page of its own, without a script." }),
});
export type SiteBrief = z.infer<typeof SiteBrief>;

const Unlooked = z.strictObject({ because: z.string(), conversations: z.int().min(1) });

/** How often one model failed one check. */
export const BlindspotCell = z.strictObject({
  k: z.int().min(0),
  n: z.int().min(0),
  rate: z.number().nullable(),
  interval: Interval.nullable(),
  small: z.boolean().meta({ description: "Too few opportunities for a rate: show k/n." }),
  unclear: z.int().min(0),
  not_applicable: z.int().min(0),
  mistagged: z.boolean(),
  left_out: z
    .boolean()
    .meta({ description: "Nobody looked for it: nobody knows whether there was occasion." }),
  unlooked: z.array(Unlooked).optional().meta({
    description: "Conversations in which nobody looked for it, by cause; absent where there are none.",
  }),
  worst: ConversationKey.nullable().meta({ description: "A conversation in which it failed." }),
});
export type BlindspotCell = z.infer<typeof BlindspotCell>;

/** What the conversation that a cell opens shows of it, shortened. */
export const CellProof = z.strictObject({
  turn: z.int().min(1).nullable(),
  quote: z
    .string()
    .nullable()
    .meta({ description: "The assistant's words; innocent where something is missing." }),
  missing: z.string().nullable().meta({ description: "Of a failure by what is missing: what that is." }),
});
export type CellProof = z.infer<typeof CellProof>;

/** `data/scans/<scan>/blindspots.json`: cells in the order of `models`; null where nothing was eligible. */
export const BlindspotMatrix = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  models: z.array(ModelBrief),
  rows: z.array(
    z.strictObject({
      mode_id: CheckId,
      dimension: Dimension,
      cells: z.array(BlindspotCell.nullable()),
      proofs: z.array(CellProof.nullable()).meta({ description: "Of each cell; null where nothing failed." }),
    }),
  ),
});
export type BlindspotMatrix = z.infer<typeof BlindspotMatrix>;

/** One conversation in a list. */
export const ConversationBrief = z.strictObject({
  conversation: ConversationKey,
  scenario_id: ScenarioId,
  title: z.string(),
  repeat: z.int().min(1),
  complete: z.boolean(),
  hard_fail: z.boolean(),
  gates: z.strictObject({ safety: GateStatus, compliance: GateStatus }),
  overall: Interval.nullable().meta({
    description: "From everything open against the assistant to everything open for it.",
  }),
  failed: z.array(CheckId),
  unclear: z.int().min(0),
});
export type ConversationBrief = z.infer<typeof ConversationBrief>;

/** `data/scans/<scan>/checks/<ID>.json`: a check's results across models. */
export const ScanCheck = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  mode_id: CheckId,
  models: z.array(
    z.strictObject({
      model: ModelBrief,
      cell: BlindspotCell.nullable(),
      findings: z.array(Finding).meta({ description: "Every failure, gravest and surest first." }),
    }),
  ),
});
export type ScanCheck = z.infer<typeof ScanCheck>;

/** `data/scans/<scan>/scenarios/<id>.json`: a scenario's conversations across models. */
export const ScanScenario = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  scenario_id: ScenarioId,
  models: z.array(z.strictObject({ model: ModelBrief, conversations: z.array(ConversationBrief) })),
});
export type ScanScenario = z.infer<typeof ScanScenario>;

const Peers = z.array(Interval).meta({
  description: "The same of the scan's other assistants, without those that have too few for a rate.",
});

/** `data/scans/<scan>/models/<slug>.json` */
export const ModelPage = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  model: SiteBoardModel,
  peers: z.strictObject({ hard_fails: Peers, quality: Peers, overall: Peers }),
  dimensions: z.array(
    z.strictObject({
      dimension: Dimension,
      failures: Proportion.meta({ description: "Of its decided checks." }),
      score: Estimate,
      peers: Peers,
    }),
  ),
  categories: z.array(
    z.strictObject({ category: ScenarioCategory, hard_fails: HardFails, overall: Estimate, peers: Peers }),
  ),
  severities: z
    .array(z.strictObject({ severity: Severity, failures: Proportion, peers: Peers }))
    .meta({ description: "How often checks of each severity failed, gravest first." }),
  turns: z
    .array(
      z.strictObject({
        turn: z.int().min(1),
        conversations: z.int().min(0).meta({ description: "That reached this turn." }),
        failing: z.int().min(0).meta({ description: "Of them, with a quoted failure in this turn." }),
      }),
    )
    .meta({ description: "Failures by depth of the conversation." }),
  scorers: ModelScorers,
  groups: ModelSummary.shape.groups,
  min_opportunities_for_rate: z.int().min(1).meta({ description: "Below it counts stand alone." }),
  blindspots: z
    .array(z.strictObject({ mode_id: CheckId, cell: BlindspotCell, peers: Peers }))
    .meta({ description: "Every check it met, surest failure first." }),
  findings: z.array(Finding).meta({ description: "The worst, at most 40." }),
  findings_total: z.int().min(0),
  conversations: z.array(ConversationBrief),
});
export type ModelPage = z.infer<typeof ModelPage>;
