import * as z from "zod";
import { CheckId } from "./ids.ts";
import { Verdict } from "./verdict.ts";

/** One line of a sampling key: leads from a blind item back to its verdict. Not for annotators. */
export const SampledVerdict = z.strictObject({
  item: z
    .string()
    .meta({ description: "Says nothing about transcript, model or verdict; the same for the same seed." }),
  verdict_item: z.string().meta({ description: "<transcript_id>#<mode_id>" }),
  axis: CheckId,
  verdict: Verdict,
  stratum_size: z.int().min(1).meta({
    description: "Verdicts of this check that came out alike; the weight of a label is this by the sample.",
  }),
  stratum_sample: z.int().min(1).meta({ description: "How many of them were drawn." }),
  stratum: z
    .literal("check")
    .optional()
    .meta({ description: "The stratum is all verdicts of the check, however they came out." }),
});
export type SampledVerdict = z.infer<typeof SampledVerdict>;
