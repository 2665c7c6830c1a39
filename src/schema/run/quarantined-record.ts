import * as z from "zod";

export const QUARANTINE_VERSION = 1;

/** One line of `quarantine.jsonl`: identifies a record of an imported log that could not be read. */
export const QuarantinedRecord = z
  .strictObject({
    schema_version: z.literal(QUARANTINE_VERSION),
    file: z.string(),
    line: z.int().min(1).nullable().meta({ description: "In which the record begins; of Parquet its row." }),
    path: z
      .string()
      .meta({ description: "The keys that lead to the fault in the file or the record; may be empty." }),
    reason: z.string(),
    hint: z.string(),
  })
  .meta({ id: "QuarantinedRecord" });
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>;
