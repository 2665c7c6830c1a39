import * as z from "zod";
import { Region } from "../ids.ts";
import { sourced } from "./sourced.ts";

/** One verified statement that claims are checked against. */
export const ReferenceFact = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9-]*$/, "a fact id is UPPER-CASE with dashes"),
  topic: z.string().regex(/^[a-z][a-z0-9_]*$/, "a topic is lower_snake_case"),
  claim: z.string().trim().min(1),
  common_misstatements: z.array(z.string().trim().min(1)),
  depends_on: z.string().optional(),
  jurisdiction: Region,
  ...sourced,
  note: z.string().optional(),
});
export type ReferenceFact = z.infer<typeof ReferenceFact>;

export const ReferenceFile = z
  .strictObject({ facts: z.array(ReferenceFact).min(1) })
  .meta({ id: "ReferenceFile" });
export type ReferenceFile = z.infer<typeof ReferenceFile>;
