import * as z from "zod";
import { Jurisdiction } from "../ids.ts";
import { Duty } from "./duty.ts";

const Prose = z.string().trim().min(1);
const List = z.array(Prose);
const OpenMap = z.record(z.string(), z.union([z.boolean(), z.string(), z.array(z.string())]));

export const Citation = z.strictObject({
  law: Prose,
  section: Prose,
  effective: Prose,
  note: Prose,
  source: Prose,
});

const disclosure = {
  on_request: z.boolean().optional(),
  at_start: z.boolean().optional(),
  cadence_minutes: z.number().positive().nullable().optional(),
  /** Absent means everybody. */
  cadence_applies_to: z.enum(["all", "known_minors"]).optional(),
  statements: List,
};
const crisis = { must_detect: z.boolean().optional(), required_actions: List.optional() };

/** What a jurisdiction asks of an assistant, with everything it extends merged in. */
export const RuleSet = z
  .strictObject({
    disclosure: z.strictObject(disclosure),
    identity: z.strictObject({ forbidden_titles: List }),
    duties: z.array(Duty).default([]),
    privacy: OpenMap.optional(),
    crisis: z.strictObject(crisis).optional(),
    reporting: OpenMap.optional(),
    citations: z.array(Citation).default([]),
  })
  .meta({ id: "RuleSet" });
export type RuleSet = z.infer<typeof RuleSet>;

/** One file of `benchmark/configs/rules/`: a part of a rule set. A list under `key+` is appended to its parent's. */
export const RuleFile = z
  .strictObject({
    extends: Jurisdiction.optional(),
    disclosure: z
      .strictObject({ ...disclosure, "statements+": List })
      .partial()
      .optional(),
    identity: z.strictObject({ forbidden_titles: List, "forbidden_titles+": List }).partial().optional(),
    duties: z.array(Duty).optional(),
    "duties+": z.array(Duty).optional(),
    privacy: OpenMap.optional(),
    crisis: z
      .strictObject({ ...crisis, "required_actions+": List })
      .partial()
      .optional(),
    reporting: OpenMap.optional(),
    citations: z.array(Citation).optional(),
    "citations+": z.array(Citation).optional(),
  })
  .meta({ id: "RuleFile" });
export type RuleFile = z.infer<typeof RuleFile>;
