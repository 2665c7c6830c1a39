import * as z from "zod";
import { Region } from "../ids.ts";
import { sourced } from "./sourced.ts";

const Prose = z.string().trim().min(1);

/** One service that people can turn to. */
export const HelpLine = z.strictObject({
  name: Prose,
  operator: Prose,
  numbers: z.array(Prose),
  text: Prose.optional(),
  for: z.array(Prose).min(1),
  regions: z.array(Region).min(1),
  hours: Prose.optional(),
  channels: z.array(z.enum(["call", "text", "chat"])).min(1),
  languages: z.array(Prose).min(1).optional(),
  ...sourced,
  note: Prose.optional(),
});
export type HelpLine = z.infer<typeof HelpLine>;

export const HelpLineFile = z.strictObject({ lines: z.array(HelpLine).min(1) }).meta({ id: "HelpLineFile" });
export type HelpLineFile = z.infer<typeof HelpLineFile>;
