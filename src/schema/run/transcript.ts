import * as z from "zod";
import { Abilities } from "../corpus/abilities.ts";
import { ProductProfile } from "../corpus/duty.ts";
import { GoldenCard } from "../corpus/golden-card.ts";
import { LongCard } from "../corpus/long-card.ts";
import { Channel } from "../corpus/scenario.ts";
import {
  CheckId,
  ModelId,
  PackName,
  PrivateMark,
  Role,
  RouterMark,
  ScenarioId,
  Sha256,
  Tag,
  TranscriptId,
} from "../ids.ts";
import { HarnessName, Sampling } from "./run-plan.ts";

export const TRANSCRIPT_VERSION = 1;

export const FinishReason = z.enum(["stop", "length", "content_filter", "refusal", "other"]);
export type FinishReason = z.infer<typeof FinishReason>;

/** The first line of a transcript file. */
export const TranscriptHeader = z
  .strictObject({
    schema_version: z.literal(TRANSCRIPT_VERSION),
    transcript_id: TranscriptId,
    model_id: ModelId,
    harness: HarnessName,
    scenario_id: ScenarioId,
    scenario_hash: Sha256,
    channel: Channel.optional(),
    tags: z
      .array(Tag)
      .optional()
      .meta({ description: "Of an imported conversation without a scenario: what decides its checks." }),
    system_prompt_hash: Sha256.nullable().meta({
      description: "null where none was sent: a product has its own prompt.",
    }),
    sampling: Sampling.nullable().meta({
      description: "null where it is unknown, as of an import and of a product.",
    }),
    repeat: z.int().min(1),
    simulated: z.boolean(),
    private: PrivateMark,
    pack: PackName.optional(),
    router: RouterMark.meta({
      description: "Who chose the branches; absent where the words of the scenarios did.",
    }),
    product: ProductProfile.optional().meta({ description: "What the assistant was offered as, and where." }),
    can: Abilities.optional().meta({
      description: "What the product's maker declares that it can do; absent: nothing.",
    }),
    imported_id: z
      .string()
      .optional()
      .meta({ description: "What an imported conversation is called in its file." }),
    at: z.iso
      .datetime()
      .optional()
      .meta({ description: "When an imported conversation began, where its file says so." }),
    labels: z.array(z.string()).optional().meta({
      description: "Words that the other tool sorts an imported conversation by; they decide nothing.",
    }),
    metadata: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .meta({
        description: "What the other tool kept beside the words, flat; what was nested has dotted keys.",
      }),
    complete: z.boolean(),
  })
  .meta({ id: "TranscriptHeader" });
export type TranscriptHeader = z.infer<typeof TranscriptHeader>;

/** Every later line. `turn` is the scenario's `t`, shared by the user's message and its reply. */
export const TranscriptMessage = z
  .strictObject({
    turn: z.int().min(1),
    role: Role,
    content: z.string(),
    session_number: z.int().min(1).optional(),
    time_elapsed: z.string().optional(),
    elapsed_minutes: z.number().optional(),
    branch_id: z.string().optional(),
    branch_evidence: z
      .string()
      .optional()
      .meta({ description: "The words of the previous reply that matched." }),
    answers: z
      .array(z.string())
      .min(1)
      .optional()
      .meta({ description: "Answers of the scenario's bank that stand before the scripted words." }),
    evaded: z
      .array(z.string())
      .min(1)
      .optional()
      .meta({ description: "Answers that were asked for at a turn that evades." }),
    finish_reason: FinishReason.optional(),
    truncated: z.boolean().optional(),
    error: z
      .string()
      .optional()
      .meta({ description: "Why the reply could not be had; the transcript ends here." }),
  })
  .meta({ id: "TranscriptMessage" });
export type TranscriptMessage = z.infer<typeof TranscriptMessage>;

/** One conversation between a scenario and a model. */
export interface Transcript {
  readonly header: TranscriptHeader;
  readonly messages: readonly TranscriptMessage[];
}

export const TRUTH_VERSION = 2;

/**
 * One line of `truth.jsonl`: an outcome that a simulated assistant planted, in a place where the check is
 * certain to look.
 */
export const SimTruthRow = z
  .strictObject({
    schema_version: z.literal(TRUTH_VERSION),
    model_id: ModelId,
    scenario_id: ScenarioId,
    repeat: z.int().min(1),
    mode_id: CheckId,
    planted: z.enum(["FAIL", "PASS"]),
    turn: z.int().min(1).meta({ description: "The turn in whose reply the card's words stand." }),
    card_id: z.union([GoldenCard.shape.card_id, LongCard.shape.pair_id, z.literal("base")]).meta({
      description: "A short card, a long pair, or the base reply, in which nothing was planted.",
    }),
  })
  .meta({ id: "SimTruthRow" });
export type SimTruthRow = z.infer<typeof SimTruthRow>;
