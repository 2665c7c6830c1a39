import * as z from "zod";
import { Abilities } from "../corpus/abilities.ts";
import { DutyId, ProductProfile } from "../corpus/duty.ts";
import {
  CheckFlag,
  CheckId,
  Dimension,
  ModelId,
  PackMark,
  PrivateMark,
  RouterMark,
  UnrankedMark,
} from "../ids.ts";
import { Counted, Estimate, HardFails, Interval, OpenProportion, Proportion } from "./estimates.ts";
import { PeopleBrief, ProductChecks } from "./scan-plan.ts";
import { Coverage } from "./scorecard.ts";
import { DutyOutcome, DutyStanding } from "./scorer-result.ts";

export const SUMMARY_VERSION = 2;

/**
 * Results of the scorers that are no gates. They enter no overall score, no gate and no tier; null means
 * nothing to judge.
 */
export const ModelScorers = z.strictObject({
  regard: z
    .strictObject({ score: Estimate, questions: z.record(z.string(), Estimate) })
    .nullable()
    .meta({ description: "How the caregiver was treated." }),
  coordination: z
    .strictObject({
      score: Estimate,
      needs_met: Counted.optional().meta({
        description: "Needs for somebody else that were met, of those that the conversations called for.",
      }),
      resources: z
        .strictObject({
          known: z.int().min(0),
          elsewhere: z.int().min(0),
          another: z.int().min(0).optional(),
          unknown: z.int().min(0),
          open: z.int().min(0).meta({ description: "Conversations that broke off." }),
        })
        .meta({
          description:
            "Numbers and lines named: known there, known elsewhere, given for somebody whose number is another, known to nobody.",
        }),
      scope_kept: OpenProportion.meta({ description: "Conversations in which no compliance check failed." }),
    })
    .nullable(),
  memory: z
    .strictObject({ score: Estimate, recalled: Counted.meta({ description: "Probes that hit." }) })
    .nullable(),
  rubric: z
    .strictObject({
      score: Estimate,
      autofails: OpenProportion.meta({
        description: "Conversations in which an autofail criterion fired, of those that have one.",
      }),
    })
    .nullable(),
});
export type ModelScorers = z.infer<typeof ModelScorers>;

/** A group of caregivers compared with all others. */
export const GroupDifference = z.strictObject({
  score: z.enum(["hard_fail", "quality"]),
  paired: z.boolean().meta({
    description:
      "Of scenarios that are the same but for the variable. Otherwise the groups met different scenarios, and a difference is not yet unfairness.",
  }),
  families: z.int().min(0),
  other_families: z.int().min(0),
  difference: Interval.nullable().meta({ description: "Group minus others, wherever what is open falls." }),
  interval: Interval.nullable(),
  p: z.number().nullable(),
  p_holm: z.number().nullable().meta({ description: "Adjusted for all differences of the model." }),
  answer: z.enum(["worse", "better", "cannot_tell"]).meta({
    description: "For the group. cannot_tell is not the same as alike.",
  }),
  reason: z.string().optional().meta({ description: "Why it was not tested." }),
});
export type GroupDifference = z.infer<typeof GroupDifference>;

/** Results for one group of caregivers. */
export const GroupRates = z.strictObject({
  value: z.string().nullable().meta({
    description: "null: every scenario that names the variable.",
  }),
  scenarios: z.int().min(0),
  hard_fails: HardFails,
  small_cell: z.boolean().meta({ description: "Too few conversations for a rate: show k/n." }),
  overall: Estimate,
  quality: Estimate,
  differences: z.array(GroupDifference),
});
export type GroupRates = z.infer<typeof GroupRates>;

/** Groups of one fairness variable that scenarios name. */
export const VariableGroups = z.strictObject({
  variable: z.string(),
  groups: z.array(GroupRates),
});
export type VariableGroups = z.infer<typeof VariableGroups>;

/** Failure rate of one model on one check. */
export const BlindspotRate = z.strictObject({
  model_id: ModelId,
  mode_id: CheckId,
  flag: CheckFlag,
  failures: Proportion,
  with_open: OpenProportion.optional().meta({
    description:
      "The same with what is open among the opportunities: not decided, passed by word lists alone, or broken off. Absent in scans of before engine 3.3.0.",
  }),
  lesser: z.int().min(1).optional().meta({ description: "How many of the failures cross no line." }),
  unclear: z.int().min(0),
  not_applicable: z.int().min(0),
  unranked: UnrankedMark,
  small_cell: z.boolean().meta({ description: "Too few opportunities for a rate: show k/n." }),
  mistagged: z
    .boolean()
    .meta({ description: "The share of NOT_APPLICABLE is so high that tags are suspect." }),
});
export type BlindspotRate = z.infer<typeof BlindspotRate>;

/** `blindspot_rates.json` */
export const BlindspotRates = z
  .strictObject({ schema_version: z.literal(SUMMARY_VERSION), rates: z.array(BlindspotRate) })
  .meta({ id: "BlindspotRates" });
export type BlindspotRates = z.infer<typeof BlindspotRates>;

/** Conversations by outcome of a gate. */
export const GateCounts = z.strictObject({
  passed: z.int().min(0),
  failed: z.int().min(0),
  not_established: z.int().min(0),
  not_asked: z.int().min(0).meta({ description: "No check of the gate could fail in them." }),
});
export type GateCounts = z.infer<typeof GateCounts>;

/**
 * Conversations with a gate that is not established because no judge was asked about part of its checks, or
 * about all.
 */
const UnaskedCounts = z.strictObject({ all: z.int().min(0), part: z.int().min(0) });

/** Unexamined conversations, published with every number of a model. */
const NotLookedAtCounts = z.strictObject({
  safety: UnaskedCounts,
  compliance: UnaskedCounts,
  danger_words: z
    .strictObject({ conversations: z.int().min(1), checks: z.array(CheckId).min(1) })
    .optional()
    .meta({ description: "Words of danger that a word list found, without a judge of the replies." }),
});

/** Adds the law's duties, which are separate from the compliance gate. */
export const ComplianceCounts = GateCounts.extend({
  duties_failed: OpenProportion.optional().meta({
    description:
      "Conversations in which a duty of the law failed, of those that called for one; open where none failed and one is undecided. Absent where none was called for.",
  }),
});
export type ComplianceCounts = z.infer<typeof ComplianceCounts>;

export const ModelSummary = z.strictObject({
  model_id: ModelId,
  simulated: z.boolean(),
  transcripts: z.int().min(0),
  incomplete: z.int().min(0),
  hard_fails: HardFails,
  gates: z.strictObject({ safety: GateCounts, compliance: ComplianceCounts }),
  overall: Estimate,
  quality: Estimate,
  dimensions: z.record(Dimension, Estimate),
  unscored: z.int().min(0).meta({ description: "Complete transcripts with no overall score." }),
  coverage: Coverage,
  not_looked_at: NotLookedAtCounts.optional().meta({
    description: "Absent where a judge was asked about all checks of both gates.",
  }),
  scorers: ModelScorers,
  groups: z.array(VariableGroups).meta({ description: "By the fairness variables that scenarios name." }),
  worst_blindspots: z.array(BlindspotRate),
});
export type ModelSummary = z.infer<typeof ModelSummary>;

/** Checks that were not asked, and the reason: the scan's profile, or a choice of checks. */
export const LeftOut = z.strictObject({ by: z.enum(["profile", "choice"]), checks: z.array(CheckId).min(1) });
export type LeftOut = z.infer<typeof LeftOut>;

/** Results of one duty of a pack over conversations. */
export const DutySummary = z.strictObject({
  duty_id: DutyId,
  text: z.string(),
  models: z.array(
    z.strictObject({
      model_id: ModelId,
      standing: DutyStanding,
      conversations: z.record(DutyOutcome, z.int().min(0)).meta({
        description: "Those that the duty concerns, by outcome.",
      }),
    }),
  ),
});
export type DutySummary = z.infer<typeof DutySummary>;

/** `summary.json`: the results of a scan, per model. */
export const Summary = z
  .strictObject({
    schema_version: z.literal(SUMMARY_VERSION),
    simulated: z.boolean(),
    private: PrivateMark,
    pack: PackMark,
    by_pack: PackMark.meta({
      description: "Judged by the checks of this pack alone, which are counted and have no score.",
    }),
    router: RouterMark.meta({
      description: "Who chose the branches; absent where the words of the scenarios did.",
    }),
    product: ProductProfile.optional().meta({
      description: "What the assistants were offered as, and where; absent of bare models.",
    }),
    can: Abilities.optional().meta({
      description: "What the product's maker declares that it can do; absent: nothing.",
    }),
    profile: z.string(),
    judge: z.string().nullable(),
    left_out: LeftOut.optional().meta({
      description: "Checks of the corpus that the scan did not ask; absent if it asked all.",
    }),
    needs_product: ProductChecks.optional().meta({
      description: "Checks that no bare model can be asked, where the scan is of one.",
    }),
    people: PeopleBrief.optional().meta({
      description: "People decided some verdicts instead of the judge.",
    }),
    fingerprints: z.strictObject({ transcripts: z.string().nullable(), scoring: z.string() }),
    bootstrap: z.strictObject({ algorithm: z.string(), seed: z.string(), resamples: z.int() }),
    models: z.array(ModelSummary),
    duties: z.array(DutySummary).min(1).optional().meta({
      description:
        "Of a scan by a pack's own checks: the pack's duties. Those of the core are in `evidence`.",
    }),
  })
  .meta({ id: "Summary" });
export type Summary = z.infer<typeof Summary>;
