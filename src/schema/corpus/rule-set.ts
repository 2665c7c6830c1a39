import * as z from "zod";
import { Jurisdiction } from "../ids.ts";
import { Duty } from "./duty.ts";

const List = z.array(z.string().trim().min(1));

/** Rules of a jurisdiction for an assistant, with all its parents merged in. The program reads every key. */
export const RuleSet = z
  .strictObject({
    disclosure: z.strictObject({ statements: List }),
    identity: z.strictObject({ forbidden_titles: List }),
    duties: z.array(Duty).default([]),
  })
  .meta({ id: "RuleSet" });
export type RuleSet = z.infer<typeof RuleSet>;

/** One file of `benchmark/configs/rules/`: a part of a rule set. A list under `key+` is appended to its parent's. */
export const RuleFile = z
  .strictObject({
    extends: Jurisdiction.optional(),
    disclosure: z.strictObject({ statements: List, "statements+": List }).partial().optional(),
    identity: z.strictObject({ forbidden_titles: List, "forbidden_titles+": List }).partial().optional(),
    duties: z.array(Duty).optional(),
    "duties+": z.array(Duty).optional(),
  })
  .meta({ id: "RuleFile" });
export type RuleFile = z.infer<typeof RuleFile>;
