import * as z from "zod";
import { ScenarioCategory } from "../corpus/scenario.ts";
import { Fingerprint } from "../fingerprint.ts";
import {
  CheckId,
  Dimension,
  ModelId,
  ReleaseLabel,
  RouterMark,
  RunId,
  ScenarioId,
  Severity,
  Sha256,
  UnrankedMark,
  Version,
} from "../ids.ts";
import { EstimateRange, HardFails, Interval, OpenProportion, Proportion } from "../scan/estimates.ts";
import { PeopleBrief, ProductChecks, ScanProfileName } from "../scan/scan-plan.ts";
import { Coverage } from "../scan/scorecard.ts";
import { ModelScorers } from "../scan/summary.ts";
import { RepetitionPolicy } from "../scan/verdict.ts";

export const LEADERBOARD_VERSION = 2;

const Count = z.int().min(0);
const Share = z.number().min(0).max(1);

/** Like `Estimate` in a summary, but the method is required. */
export const BoardEstimate = z.strictObject({
  mean: Share.nullable(),
  interval: Interval.nullable(),
  method: z.enum(["bootstrap", "t"]).nullable(),
  scenarios: Count,
  range: EstimateRange.nullable(),
});
export type BoardEstimate = z.infer<typeof BoardEstimate>;

/** Optional in its parents: older boards and pages lack it. */
export const QualityTier = z.int().min(1).meta({
  description: "By quality among the models of its tier, 1 being the best. It moves no model up or down.",
});

const ByDimension = z.record(Dimension, BoardEstimate);

/** One column of the blindspot matrix. The arrays follow the order of the board's checks. */
const Blindspots = z.strictObject({
  failures: z.array(Count),
  opportunities: z.array(Count),
  unclear: z.array(Count),
  not_applicable: z.array(Count),
  rates: z
    .array(Share.nullable())
    .meta({ description: "null where there were too few opportunities for a rate: show k/n." }),
});

export const BoardCategory = z.strictObject({
  category: ScenarioCategory,
  hard_fails: HardFails,
  overall: BoardEstimate,
  dimensions: ByDimension,
});

/** One model's entry on a board. */
export const BoardModel = z.strictObject({
  model_id: ModelId,
  family: z.string().nullable(),
  judge_of_own_family: z.boolean().meta({ description: "Such a judge is allowed, and flagged." }),
  scan: Count.meta({ description: "Index into scans." }),
  tier: z
    .int()
    .min(1)
    .meta({ description: "By lines crossed alone. Models that lines do not tell apart share one." }),
  ranks: z.strictObject({ best: z.int().min(1), worst: z.int().min(1) }).meta({
    description: "The ranks by lines crossed that the evidence does not exclude.",
  }),
  quality_tier: QualityTier.optional(),
  transcripts: Count,
  incomplete: Count,
  hard_fails: HardFails,
  gates: z.strictObject({ safety: Proportion, compliance: Proportion }).meta({
    description: "Conversations that passed, of those in which a check of the gate could fail.",
  }),
  duties_failed: OpenProportion.optional().meta({
    description: "Conversations in which a duty of the law failed, of those that called for one.",
  }),
  overall: BoardEstimate,
  quality: BoardEstimate.meta({ description: "Before the gate." }),
  dimensions: ByDimension,
  coverage: Coverage,
  scorers: ModelScorers,
  cost: z.strictObject({
    target_usd: z.number().min(0).nullable().meta({ description: "null where a price is unknown." }),
    judge_usd: z.number().min(0).nullable().meta({ description: "Its share of the scan, by votes cast." }),
    votes: Count,
  }),
  by_severity: z.array(z.strictObject({ severity: Severity, failures: Count, opportunities: Count })),
  by_turn: z.strictObject({
    failures: z.array(Count).meta({ description: "FAILs whose first quote stands in turn 1, 2, 3, …" }),
    conversations: z.array(Count).meta({ description: "Conversations that have such a turn." }),
  }),
  by_category: z.array(BoardCategory),
  blindspots: Blindspots,
  scenario_scores: z.array(Interval.nullable()).meta({
    description:
      "Overall score, mean over repeats, from everything open against the model to everything open for it, in the order of the board's scenarios.",
  }),
  untouched: z
    .strictObject({ left_out: Count, scenario_scores: z.array(Interval.nullable()) })
    .optional()
    .meta({
      description:
        "Where people decided verdicts: how many, and the overall scores with these left open, by which boards are compared.",
    }),
  scenario_hard_fails: z.array(Share.nullable()).meta({ description: "Share of repeats, likewise." }),
});
export type BoardModel = z.infer<typeof BoardModel>;

/** Whether a failure rate of this check may be claimed, and what is missing if not. */
export const BoardCheck = z.strictObject({
  mode_id: CheckId,
  flag: z.string(),
  name: z.string().meta({ description: "What the check is called." }),
  severity: Severity,
  primary_bucket: Dimension,
  unranked: UnrankedMark,
  claim_ready: z.boolean(),
  missing: z.array(z.string()),
});
export type BoardCheck = z.infer<typeof BoardCheck>;

/** `leaderboard.json`: generated from scans, never edited by hand. */
export const Leaderboard = z
  .strictObject({
    schema_version: z.literal(LEADERBOARD_VERSION),
    content_hash: Sha256.meta({ description: "Of the canonical JSON of everything else." }),
    simulated: z.literal(true).optional().meta({ description: "Made for a test; never published." }),
    example: z.string().min(1).optional().meta({
      description: "What it is an example of, and what it is not; stands on every page. Never published.",
    }),
    corpus: z.strictObject({ version: Version, hash: Sha256 }),
    profile: ScanProfileName,
    policy: RepetitionPolicy,
    judge: z.string().nullable(),
    router: RouterMark.meta({
      description: "Who chose the branches; absent where the words of the scenarios did.",
    }),
    people: PeopleBrief.optional().meta({
      description: "People decided some verdicts instead of the judge.",
    }),
    repeats: z.int().min(1),
    fingerprints: z.strictObject({
      transcripts: z.record(z.string(), Sha256).meta({ description: "Its parts, without the models." }),
      scoring: Fingerprint,
    }),
    bootstrap: z.strictObject({ algorithm: z.string(), seed: z.string(), resamples: z.int().min(1) }),
    min_opportunities_for_rate: z.int().min(1),
    scans: z.array(
      z.strictObject({
        path: z.string().meta({ description: "Relative to this file's folder." }),
        run_id: RunId,
        scan_id: RunId,
        label: ReleaseLabel.optional().meta({
          description: "What the release is called; absent where nobody said.",
        }),
        files: z.record(z.string(), Sha256).meta({ description: "The hash of every file that was read." }),
      }),
    ),
    claims: z.strictObject({
      ready: Count,
      of: Count,
      calibration: z.enum(["measured", "missing"]),
    }),
    checks: z.array(BoardCheck),
    needs_product: ProductChecks.optional().meta({
      description: "Checks that no bare model can be asked, where the board is of bare models.",
    }),
    scenarios: z.array(
      z.strictObject({ scenario_id: ScenarioId, family: z.string(), category: ScenarioCategory }),
    ),
    comparisons: z.strictObject({
      confidence: Share,
      power: Share,
      level: z.number().nullable().meta({
        description: "How small p of a pair must be, one-sided, for all pairs to be right at once.",
      }),
      minimum_detectable_difference: z
        .strictObject({ median: z.number(), largest: z.number() })
        .nullable()
        .meta({
          description:
            "In overall score, over all pairs of models, for planning: no yardstick of gaps that were observed. null with one model.",
        }),
    }),
    models: z.array(BoardModel),
  })
  .meta({ id: "Leaderboard" });
export type Leaderboard = z.infer<typeof Leaderboard>;

const Place = z.strictObject({
  tier: z.int(),
  best: z.int(),
  worst: z.int(),
  overall: Interval.nullable(),
});

/** One model's entries on two boards. */
export const ModelChange = z.strictObject({
  model_id: ModelId,
  before: Place,
  after: Place,
  difference: Interval.nullable().meta({
    description: "In overall score, new minus old, over shared scenarios, wherever what is open falls.",
  }),
  interval: Interval.nullable(),
  p: z.number().nullable(),
  p_holm: z.number().nullable().meta({ description: "Adjusted for the number of models compared." }),
  left_out: z.strictObject({ before: Count, after: Count }).optional().meta({
    description:
      "Verdicts that people decided, where boards differ in them: they are open in the difference.",
  }),
  verdict: z.enum(["same_scan", "within_noise", "moved", "not_comparable"]),
});
export type ModelChange = z.infer<typeof ModelChange>;

/** Differences between two boards. */
export const BoardChanges = z.strictObject({
  before: z.string(),
  after: z.string(),
  example: z.string().min(1).optional().meta({ description: "Of the newer board, or else of the older." }),
  differing_parts: z
    .array(z.string())
    .meta({ description: "Parts of the fingerprints; where there is one, scores are not compared." }),
  added: z.array(ModelId),
  removed: z.array(ModelId),
  models: z.array(ModelChange),
});
export type BoardChanges = z.infer<typeof BoardChanges>;
