import * as z from "zod";
import { Dimension } from "./ids.ts";
import { RepetitionPolicy } from "./verdict.ts";

/** How thoroughly a scan looks. */
export const ScanProfile = z.strictObject({
  dimensions: z.array(Dimension).min(1),
  judged: z
    .boolean()
    .meta({ description: "Without a judge, judged checks end UNCLEAR and the coverage says so." }),
  repetitions: z.union([z.literal("as_routed"), z.int().min(1).max(9)]),
  policy: RepetitionPolicy,
});
export type ScanProfile = z.infer<typeof ScanProfile>;
