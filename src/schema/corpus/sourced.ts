/** Fields for the source of a fact, a help line or a duty. */
import * as z from "zod";
import { IsoDate } from "../ids.ts";

export const sourced = {
  source: z.string().min(1),
  /** The date that the source itself bears: a year, a month or a day. */
  source_dated: z
    .union([
      z.literal("undated"),
      z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, "a date is YYYY, YYYY-MM or YYYY-MM-DD"),
    ])
    .meta({
      description:
        "The date the source bears: its edition, its last change, or the text in force; `undated` where it bears none.",
    }),
  checked: IsoDate.meta({ description: "When somebody last looked there." }),
  verification: z.enum(["primary", "secondary"]).meta({
    description: "Whether the source is the operator's or the law's own. What is secondary fails nobody.",
  }),
};
