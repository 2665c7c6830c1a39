import * as z from "zod";

/** `benchmark/calibration/annotators.yaml`: who made the labels that are kept there. */
export const AnnotatorList = z
  .strictObject({
    annotators: z.array(
      z.strictObject({
        annotator: z.string().min(1).meta({ description: "As in the label files." }),
        kind: z.enum(["person", "ai", "author"]).meta({
          description: "Only a person's labels count: neither an AI's, nor those of whoever wrote the items.",
        }),
        independent: z
          .boolean()
          .meta({ description: "Saw neither the judge's verdicts nor anybody else's labels." }),
      }),
    ),
  })
  .meta({ id: "AnnotatorList" });
export type AnnotatorList = z.infer<typeof AnnotatorList>;
