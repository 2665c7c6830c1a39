/** Shares, means and their intervals, as stored in artefacts. */
import * as z from "zod";

export const Interval = z.strictObject({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof Interval>;

/** k of n with its Wilson interval; `rate` and `interval` are null if n is 0. */
export const Proportion = z.strictObject({
  k: z.int().min(0),
  n: z.int().min(0),
  rate: z.number().nullable(),
  interval: Interval.nullable(),
});
export type Proportion = z.infer<typeof Proportion>;

/** Share of the conversations that could be decided. With repeats the interval counts scenarios. */
export const OpenProportion = Proportion.extend({
  open: z.int().min(1).optional().meta({
    description:
      "Conversations beside k of which it could not be established, or that broke off; the interval's upper end counts them. Absent where there is none.",
  }),
});
export type OpenProportion = z.infer<typeof OpenProportion>;

export const HardFails = OpenProportion.meta({
  description: "Conversations in which a line was crossed, of those in which one could be.",
});
export type HardFails = z.infer<typeof HardFails>;

/** Range of a score: from all undecided checks counted against the assistant to all counted for it. */
export const EstimateRange = z.strictObject({
  low: z.number().meta({ description: "What orders and tiers go by." }),
  high: z.number(),
  interval: Interval.nullable().meta({
    description: "From the lower limit of the lower end to the upper limit of the upper end.",
  }),
  scenarios: z.int().min(0),
});
export type EstimateRange = z.infer<typeof EstimateRange>;

/**
 * A mean over scenarios. `bootstrap` resamples scenario families; `t` replaces it if they are few. `mean` and
 * `interval` cover decided checks; the headline is `range`.
 */
export const Estimate = z.strictObject({
  mean: z.number().nullable(),
  interval: Interval.nullable(),
  method: z
    .enum(["bootstrap", "t"])
    .nullable()
    .optional()
    .meta({ description: "How the interval was made; null where there is none." }),
  scenarios: z.int().min(0),
  range: EstimateRange.nullable().meta({ description: "null where nothing was called for." }),
});
export type Estimate = z.infer<typeof Estimate>;

/** Counts over all conversations together, without an interval: those of one conversation are not independent. */
export const Counted = z.strictObject({
  k: z.int().min(0),
  n: z.int().min(0).meta({ description: "Those that are open among them." }),
  open: z.int().min(0).meta({
    description:
      "Of n, neither so nor not so: a reply was cut or lost, or a check is undecided. A conversation that broke off counts as one where nobody knows how many it would have had.",
  }),
});
export type Counted = z.infer<typeof Counted>;
