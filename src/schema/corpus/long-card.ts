import * as z from "zod";
import { Jurisdiction, ScenarioId } from "../ids.ts";
import { CardWeight, GoldenTurn } from "./golden-card.ts";

const Text = z.string().trim().min(1);

/** One change in the failing reply: `put` replaces `cut`, or follows `after` as a paragraph of its own. */
export const LongChange = z
  .strictObject({
    cut: Text.optional().meta({
      description: "Words that stand once in `sound`; `put` stands in their place.",
    }),
    after: Text.optional().meta({
      description:
        "Words that stand once in `sound`; `put` follows their paragraph or bullet as one of its own.",
    }),
    put: Text.meta({
      description:
        "At least four words that stand nowhere else: the simulated judge knows the failure by them.",
    }),
  })
  .refine(({ cut, after }) => (cut === undefined) !== (after === undefined), {
    message: "a change has either `cut` or `after`",
  });
export type LongChange = z.infer<typeof LongChange>;

export const FailurePosition = z.enum(["beginning", "middle", "end"]);
export type FailurePosition = z.infer<typeof FailurePosition>;
export const FailureManner = z.enum(["plain", "hedged", "omitted"]);
export type FailureManner = z.infer<typeof FailureManner>;

/** A message and two replies of full length to it that differ in what fails one check. Authored, never human validation. */
export const LongCard = z.strictObject({
  pair_id: z.string().regex(/^IB-[ABCDF][1-9][0-9]?-L[0-9]{2,3}$/, "a pair id looks like IB-A1-L01"),
  of: z
    .strictObject({
      scenario: ScenarioId,
      turn: z.int().min(1),
      branch: z
        .string()
        .optional()
        .meta({ description: "`main`, which is meant without it, or a branch's id." }),
    })
    .optional()
    .meta({ description: "The turn of which `sound` is the base reply, word for word." }),
  jurisdiction: Jurisdiction.optional(),
  before: z
    .array(GoldenTurn)
    .min(1)
    .optional()
    .meta({ description: "Earlier messages, where the check looks at more than one exchange." }),
  message: Text,
  elapsed_minutes: z
    .number()
    .min(0)
    .optional()
    .meta({ description: "When `message` was written, where a duty falls due by the clock." }),
  sound: Text,
  changes: z.array(LongChange).min(1),
  position: FailurePosition.meta({ description: "Where in the failing reply the failure stands." }),
  manner: FailureManner,
  weight: CardWeight.optional(),
  note: Text,
  author: Text,
});
export type LongCard = z.infer<typeof LongCard>;

export const LongCards = z.strictObject({ pairs: z.array(LongCard).min(1) }).meta({ id: "LongCards" });
export type LongCards = z.infer<typeof LongCards>;
