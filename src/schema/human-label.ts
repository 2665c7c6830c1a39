import * as z from "zod";

/** Under this name stands what an adjudicator decided: it settles an item and agrees with nobody. No annotator may have it. */
export const ADJUDICATED = "adjudicated";

/** One line of a label file. For a verdict `item` is `<transcript_id>#<mode_id>`. */
export const HumanLabel = z
  .strictObject({
    item: z.string().min(1),
    axis: z.string().min(1),
    label: z.string().min(1),
    annotator: z.string().min(1),
    quote: z.string().optional(),
    note: z.string().optional(),
  })
  .meta({ id: "HumanLabel" });
export type HumanLabel = z.infer<typeof HumanLabel>;
