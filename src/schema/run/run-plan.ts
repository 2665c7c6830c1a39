import * as z from "zod";
import { Abilities } from "../corpus/abilities.ts";
import { ProductProfile } from "../corpus/duty.ts";
import { ScenarioCategory, ScenarioStatus } from "../corpus/scenario.ts";
import { Fingerprint } from "../fingerprint.ts";
import {
  IsoDate,
  ModelId,
  PackMark,
  PrivateMark,
  RedactedMark,
  ReleaseLabel,
  ScenarioId,
  Sha256,
  TranscriptId,
  Version,
} from "../ids.ts";
import { CostRange, ReasoningEffort, ScanProfileName } from "../scan/scan-plan.ts";
import { RepetitionPolicy } from "../scan/verdict.ts";

export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2),
  max_tokens: z.int().min(1),
  seed: z.int().nullable(),
});
export type Sampling = z.infer<typeof Sampling>;

export const HarnessName = z.enum(["llm/raw", "givecare/v2", "http/json", "import"]);
export type HarnessName = z.infer<typeof HarnessName>;

export const RUN_PLAN_VERSION = 1;

const TokenRange = z.strictObject({ low: z.int().min(0), expected: z.int().min(0), high: z.int().min(0) });

/** Estimate for one model's conversations. */
export const ModelEstimate = z.strictObject({
  calls: z.int().min(0),
  input_tokens: TokenRange,
  output_tokens: TokenRange,
  shown_reply_tokens: z.int().min(0).optional().meta({
    description:
      "Of an expected reply: its words, which are sent again and judged, without hidden reasoning.",
  }),
  cost_usd: CostRange.nullable().meta({ description: "null where the price is unknown." }),
  reply_tokens_from: z.enum(["assumption", "earlier_runs"]),
  pricing: z.strictObject({ source: z.string(), as_of: z.string() }).nullable(),
});
export type ModelEstimate = z.infer<typeof ModelEstimate>;

/** Criteria that selected the scenarios; the selected ones are in `scenarios`. */
const Selection = z.strictObject({
  scenarios: z.array(z.string()).optional(),
  category: ScenarioCategory.optional(),
  tags: z.array(z.string()).optional(),
  status: z.union([ScenarioStatus, z.literal("all")]),
});

/** How the conversations are to be judged, if run and scan were started together. */
export const PlannedEvaluation = z.strictObject({
  profile: ScanProfileName,
  judge: ModelId.optional(),
  adjudicator: ModelId.optional(),
  checks: z.array(z.string()).optional(),
  repetitions: z.int().min(1).optional(),
  votes: RepetitionPolicy.optional().meta({
    description: "When votes stop, where it is not the profile's policy.",
  }),
  rubric: z.literal(true).optional(),
  scales: z.boolean().optional(),
  deidentify: z.literal(true).optional(),
  as_of: IsoDate.optional(),
  reasoning_effort: ReasoningEffort.optional(),
});
export type PlannedEvaluation = z.infer<typeof PlannedEvaluation>;

/** A model that chooses every branch, with its estimate. */
export const PlannedRouter = z.strictObject({
  model_id: ModelId,
  simulated: z.boolean(),
  template_hash: Sha256.meta({ description: "Of the one question it is asked." }),
  estimate: ModelEstimate.optional(),
});
export type PlannedRouter = z.infer<typeof PlannedRouter>;

const LABEL_DESCRIPTION =
  "What the release is called. It names the run and decides nothing, so it is no part of the fingerprint.";

/** Everything that determines a set of transcripts, decided before anything is spent. */
export const RunPlan = z
  .strictObject({
    schema_version: z.literal(RUN_PLAN_VERSION),
    corpus: z.strictObject({ version: Version, hash: Sha256, private: PrivateMark, pack: PackMark }),
    models: z
      .array(
        z.strictObject({
          model_id: ModelId,
          simulated: z.boolean(),
          estimate: ModelEstimate.optional(),
        }),
      )
      .min(1),
    router: PlannedRouter.optional().meta({
      description: "Absent: the words of the scenarios choose their branches.",
    }),
    scenarios: z
      .array(
        z.strictObject({
          scenario_id: ScenarioId,
          scenario_hash: Sha256,
          turns: z.int().min(1),
          branch_points: z.int().min(0),
        }),
      )
      .min(1),
    repeats: z.int().min(1),
    harness: HarnessName.exclude(["import"]),
    sampling: Sampling,
    product: ProductProfile.optional().meta({
      description: "Absent: a bare model, to which no notice duty applies.",
    }),
    can: Abilities.optional().meta({
      description: "What the product's maker declares that it can do; absent: nothing.",
    }),
    system_prompt: z.string(),
    system_prompt_hash: Sha256,
    totals: z.strictObject({ conversations: z.int(), turns: z.int() }),
    selection: Selection.optional().meta({
      description: "What was asked for; a run that is resumed takes the scenarios of its plan.",
    }),
    evaluation: PlannedEvaluation.optional().meta({
      description: "How `eval` began it; absent where only conversations were asked for.",
    }),
    max_cost_usd: z
      .number()
      .positive()
      .optional()
      .meta({ description: "The ceiling that was agreed to; a run that is resumed keeps it." }),
    label: ReleaseLabel.optional().meta({ description: LABEL_DESCRIPTION }),
    fingerprint: Fingerprint,
    redacted: RedactedMark,
  })
  .meta({ id: "RunPlan" });
export type RunPlan = z.infer<typeof RunPlan>;

export const ImportFormat = z.enum([
  "chat-jsonl",
  "openai",
  "inspect",
  "promptfoo",
  "otel",
  "langfuse",
  "langsmith",
  "phoenix",
]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** `run_plan.json` of an imported run. */
export const ImportPlan = z
  .strictObject({
    schema_version: z.literal(RUN_PLAN_VERSION),
    harness: z.literal("import"),
    source: z.strictObject({
      format: ImportFormat,
      files: z.array(z.strictObject({ name: z.string(), hash: Sha256 })).min(1),
      quarantined: z
        .strictObject({
          records: z.int().min(1),
          file: z.string().meta({ description: "Where they are named, with the reason of each." }),
          max_share: z.number().min(0).max(1),
        })
        .optional()
        .meta({ description: "Records that could not be read and were left out. Absent: there were none." }),
    }),
    corpus: z.strictObject({ version: Version, hash: Sha256, private: z.literal(true) }),
    models: z.array(z.strictObject({ model_id: ModelId, simulated: z.literal(false) })).min(1),
    conversations: z
      .array(
        z.strictObject({
          transcript_id: TranscriptId,
          model_id: ModelId,
          scenario_id: ScenarioId,
          scenario_hash: Sha256,
          repeat: z.int().min(1),
          imported_id: z.string().meta({ description: "What the conversation is called in its file." }),
          turns: z.int().min(1),
        }),
      )
      .min(1),
    totals: z.strictObject({ conversations: z.int(), turns: z.int() }),
    can: Abilities.optional().meta({
      description: "What the product's maker declares that it can do; absent: nothing.",
    }),
    label: ReleaseLabel.optional().meta({ description: LABEL_DESCRIPTION }),
    fingerprint: Fingerprint,
    redacted: RedactedMark,
  })
  .meta({ id: "ImportPlan" });
export type ImportPlan = z.infer<typeof ImportPlan>;

/** Content of `run_plan.json`. */
export const StoredRunPlan = z.discriminatedUnion("harness", [RunPlan, ImportPlan]);
export type StoredRunPlan = z.infer<typeof StoredRunPlan>;

/** Release of a model behind the conversations: its makers' label, and when the conversations began. */
export const Release = z.strictObject({
  label: ReleaseLabel.nullable().meta({ description: "null where nobody gave one." }),
  begun_at: z.iso.datetime().nullable().meta({ description: "null in a mailed report." }),
});
export type Release = z.infer<typeof Release>;
