import * as z from "zod";
import { Abilities } from "../corpus/abilities.ts";
import { ProductProfile } from "../corpus/duty.ts";
import { Fingerprint } from "../fingerprint.ts";
import {
  CheckId,
  IsoDate,
  ModelId,
  PackMark,
  PrivateMark,
  RouterMark,
  RunId,
  Sha256,
  Tag,
  TranscriptId,
} from "../ids.ts";
import { CheckPolicy, RepetitionPolicy, Verdict } from "./verdict.ts";

export const SCAN_PLAN_VERSION = 1;

export const ScanProfileName = z.enum(["smoke", "dev", "full", "publish"]);
export type ScanProfileName = z.infer<typeof ScanProfileName>;

const Count = z.int().min(0);
const CallRange = z.strictObject({ min: Count, expected: Count, max: Count });
const Usd = z.number().min(0);
/** US dollars: the expected cost, and the range that holds unless an assumption fails. */
export const CostRange = z.strictObject({ low: z.number(), expected: z.number(), high: z.number() });
export type CostRange = z.infer<typeof CostRange>;

const PlannedJudge = z.strictObject({ model_id: ModelId, simulated: z.boolean() });
export const ReasoningEffort = z.enum(["minimal", "low", "medium", "high"]);

/** Checks that will examine one transcript. */
export const PlannedTranscript = z.strictObject({
  transcript_id: TranscriptId,
  transcript_hash: Sha256,
  complete: z.boolean(),
  eligible: z.array(CheckId),
  suppressed: z.record(CheckId, Tag).meta({ description: "Check id to the tag that suppresses it." }),
});
export type PlannedTranscript = z.infer<typeof PlannedTranscript>;

/** Checks that the scan asks only because of a duty of the product's place, and how many it asks in all. */
export const ProductChecks = z.strictObject({
  checks: z.array(CheckId).min(1),
  of: Count.meta({ description: "All checks of the scan." }),
});
export type ProductChecks = z.infer<typeof ProductChecks>;

/** Source of a scan with verdicts that people decided: another scan, and labels of its verdicts. */
export const PeopleSource = z.strictObject({
  scan_id: RunId.meta({ description: "The scan beside it that the labels are about." }),
  scoring: Sha256.meta({ description: "That scan's scoring fingerprint." }),
  verdicts: Sha256.meta({ description: "Of the bytes of its verdicts.jsonl." }),
  labels: z
    .array(z.strictObject({ sha256: Sha256, rows: Count }))
    .min(1)
    .meta({
      description:
        "The label files as `review merge` writes them; labels.jsonl has their rows in this order.",
    }),
  batches: z
    .array(z.strictObject({ batch_id: z.string(), batch_hash: Sha256 }))
    .min(1)
    .meta({ description: "The review batches that were labelled." }),
  annotators: z.array(z.string()).meta({ description: "Who labelled, as they are called there." }),
  decided: z
    .array(z.strictObject({ judge: Verdict, people: Verdict, verdicts: Count }))
    .meta({ description: "Verdicts that people decided, by what was there before." }),
  alone: Count.meta({ description: "Items with one person's label, which decides nothing." }),
  disputed: Count.meta({ description: "Items on which people differ, and nobody decided." }),
});
export type PeopleSource = z.infer<typeof PeopleSource>;

/** Short form for readers of the scan's numbers. */
export const PeopleBrief = PeopleSource.pick({ scan_id: true, annotators: true }).extend({
  decided: Count,
  changed: Count.meta({ description: "Of them, verdicts that are not what the judge said." }),
});
export type PeopleBrief = z.infer<typeof PeopleBrief>;

/** Everything a scan will do and may cost, written before the first call. */
export const ScanPlan = z
  .strictObject({
    schema_version: z.literal(SCAN_PLAN_VERSION),
    private: PrivateMark,
    pack: PackMark,
    by_pack: PackMark.meta({
      description: "Judged by the checks of this pack alone; absent where the core's judge.",
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
    profile: ScanProfileName,
    policy: RepetitionPolicy,
    judge: PlannedJudge.nullable(),
    adjudicator: PlannedJudge.optional().meta({
      description: "A second judge, asked about failed gates and split votes alone.",
    }),
    reasoning_effort: ReasoningEffort.optional().meta({ description: "Instead of the corpus's own." }),
    people: PeopleSource.optional().meta({
      description: "The verdicts are another scan's, apart from those that people decided; no call is made.",
    }),
    repaired: z
      .strictObject({ at: z.iso.datetime(), calls: Count })
      .optional()
      .meta({ description: "So many calls that were lost were asked again, the last of them then." }),
    rubric: z.literal(true).optional().meta({ description: "The scenarios' own criteria are asked too." }),
    scales: z.literal(false).optional().meta({
      description: "How the caregiver was treated is not asked, though the profile would ask it.",
    }),
    deidentify: z.literal(true).optional().meta({
      description: "The judges see placeholders for what tells who somebody is.",
    }),
    as_of: IsoDate.optional().meta({
      description: "The day by whose law duties are read; one that is not in force then fails nobody.",
    }),
    batch: z.literal(true).optional().meta({
      description:
        "When planned: the judges are asked in batches, at the price of batches. It decides no verdict.",
    }),
    checks: z
      .array(CheckId)
      .meta({ description: "Checks of the profile; the others get a row that says so." }),
    votes: z
      .record(CheckId, z.strictObject({ repetitions: z.int().min(0), policy: CheckPolicy }))
      .meta({ description: "Votes per question and when to stop asking; 0 where no judge is asked." }),
    transcripts: z.array(PlannedTranscript),
    eligible_checks: z.int().min(0),
    planned_llm_calls: CallRange,
    by_check: z.record(
      CheckId,
      z.strictObject({
        eligible: z.int(),
        windows: z.int(),
        cues: Count.optional().meta({ description: "Of the windows that are examined." }),
        calls: CallRange,
      }),
    ),
    by_scorer: z
      .strictObject({
        regard: CallRange.optional(),
        rubric: CallRange.optional(),
        duty: CallRange.optional().meta({ description: "What words could not show of a duty." }),
        cues: CallRange.optional().meta({ description: "Searches where no author marked the cues." }),
        sweep: CallRange.optional().meta({
          description: "Searches through all replies for what the assistant did of its own accord.",
        }),
      })
      .optional()
      .meta({ description: "Calls that belong to no check." }),
    estimated_tokens: z
      .strictObject({
        input: Count,
        output: Count.meta({ description: "With hidden reasoning." }),
        prefix: Count.optional().meta({
          description: "Of the input: contract and window, which calls share.",
        }),
        suffix: Count.optional().meta({ description: "Of the input: the question, which none shares." }),
        uncached: Count.optional(),
        cache_write: Count.optional(),
        cache_read: Count.optional(),
        output_per_call: z.number().min(0).optional(),
        output_per_call_from: z.enum(["assumption", "earlier_scans"]).optional(),
      })
      .meta({ description: "Of the expected calls." }),
    estimated_cost_usd: CostRange.nullable().meta({
      description: "Of the judge; null where its price is unknown.",
    }),
    adjudication: z
      .strictObject({
        calls: CallRange,
        cost_usd: CostRange.nullable().meta({ description: "null where its price is unknown." }),
      })
      .optional()
      .meta({ description: "What the second judge will be asked, where one is named; in no other number." }),
    estimated_cost_parts_usd: z
      .strictObject({ uncached: Usd, cache_write: Usd, cache_read: Usd, output: Usd })
      .nullable()
      .optional()
      .meta({ description: "What the expected cost is made of." }),
    pricing: z.strictObject({
      known: z.boolean(),
      source: z.string().nullable(),
      as_of: z.string().nullable(),
    }),
    needs_product: ProductChecks.optional().meta({
      description: "Checks that no bare model can be asked, where the scan is of one.",
    }),
    checks_without_judge: z.array(CheckId),
    runs: z
      .array(z.strictObject({ run_id: RunId, transcripts: Sha256 }))
      .min(1)
      .optional()
      .meta({
        description:
          "Of a scan outside its run, as of several runs: where its transcripts are, and their fingerprints.",
      }),
    fingerprints: z.strictObject({ transcripts: Fingerprint.nullable(), scoring: Fingerprint }),
  })
  .meta({ id: "ScanPlan" });
export type ScanPlan = z.infer<typeof ScanPlan>;
