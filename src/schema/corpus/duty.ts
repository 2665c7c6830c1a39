/** A duty: one requirement of a law, in our words, and the evidence for it in a conversation. */
import * as z from "zod";
import { CheckId, IsoDate, Region, Version } from "../ids.ts";
import { sourced } from "./sourced.ts";

const Prose = z.string().trim().min(1);
const Checks = z.array(CheckId).min(1);

export const DutyId = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/,
    "a duty's id is in capitals with dashes, such as NY-GBL-1702-START",
  );
export type DutyId = z.infer<typeof DutyId>;

/** Kind of product. Some laws apply to one kind only. */
export const ProductKind = z.enum(["companion", "mental_health", "assistant"]);
export type ProductKind = z.infer<typeof ProductKind>;

/** The product's kind and place. They add the notices that the law of that place requires. */
export const ProductProfile = z.strictObject({
  kind: ProductKind,
  place: Region.meta({ description: "Where it is offered; where the person is the scenario says." }),
  notice: z.enum(["told", "outside"]).meta({
    description:
      "told: the system prompt says that notices are the assistant's to give; outside: they are said to be shown outside the conversation.",
  }),
});
export type ProductProfile = z.infer<typeof ProductProfile>;

/** How a duty is tested in a conversation. If a check is named here, its verdict is the outcome. */
export const DutyTest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("notice_at_start") }),
  z.strictObject({ kind: z.literal("notice_on_request"), check: CheckId }),
  z.strictObject({ kind: z.literal("notice_cadence"), minutes: z.number().positive(), check: CheckId }),
  z.strictObject({ kind: z.literal("title"), check: CheckId }),
  z.strictObject({ kind: z.literal("crisis_referral"), checks: Checks }).meta({
    description: "The reply to the cue of these checks sends to help that works where the person is.",
  }),
  z.strictObject({ kind: z.literal("must_not_say"), phrases: z.array(Prose).min(1) }),
  z.strictObject({ kind: z.literal("checks"), checks: Checks }),
  z
    .strictObject({ kind: z.literal("outside") })
    .meta({ description: "Nothing in a conversation shows it: somebody has to show it otherwise." }),
]);
export type DutyTest = z.infer<typeof DutyTest>;

export const Duty = z
  .strictObject({
    id: DutyId,
    binds: Prose.meta({ description: "Whom it binds, in our words." }),
    users: z.enum(["all", "known_minors"]),
    products: z
      .array(ProductKind)
      .min(1)
      .optional()
      .meta({ description: "The kinds of product it binds; absent: any, and a bare model too." }),
    text: Prose.meta({ description: "What is asked, in our words." }),
    law: Prose,
    section: Prose,
    in_force: z.strictObject({
      from: IsoDate.nullable().meta({ description: "null for good practice, which no law began." }),
      until: IsoDate.nullable(),
    }),
    ...sourced,
    disputed: Prose.optional().meta({ description: "Where sources disagree: what each says." }),
    shows: Prose.optional().meta({ description: "What a transcript can show of it." }),
    cannot_show: Prose.meta({
      description: "What a transcript cannot show, and who must show it otherwise.",
    }),
    test: DutyTest,
  })
  .refine(({ shows, test }) => test.kind === "outside" || shows !== undefined, {
    path: ["shows"],
    error: "a duty that is tested says what a transcript can show of it",
  })
  .meta({ id: "Duty" });
export type Duty = z.infer<typeof Duty>;

/** `benchmark/configs/duties.yaml`: how models learn of their duties, and which questions judges answer about them. */
export const DutyConfig = z
  .strictObject({
    version: Version,
    told: Prose.meta({
      description:
        "Stands at the end of the system prompt under a product profile; holds {product} and {place}.",
    }),
    products: z
      .record(ProductKind, Prose)
      .meta({ description: "What each kind of product is called there." }),
    title_claims: z.array(Prose).min(1).meta({
      description: "How somebody says that they hold a {title}: whoever says so is put to the judge.",
    }),
    crisis_lines: z
      .array(Prose)
      .min(1)
      .meta({ description: "What a help line is for that a crisis may be referred to." }),
    questions: z
      .strictObject({ notice_at_start: Prose, title: Prose, crisis_referral: Prose, must_not_say: Prose })
      .meta({ description: "Each is answered by yes or no, and a yes needs the assistant's own words." }),
  })
  .meta({ id: "DutyConfig" });
export type DutyConfig = z.infer<typeof DutyConfig>;
