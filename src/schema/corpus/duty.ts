/** One thing that a law asks, in our words, and what in a conversation speaks to it. */
import * as z from "zod";
import { CheckId, IsoDate } from "../ids.ts";
import { kept } from "../kept.ts";
import { sourced } from "./sourced.ts";

const Prose = z.string().trim().min(1);
const Checks = z.array(CheckId).min(1);

export const DutyId = kept("the rules name their duties").regex(
  /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/,
  "a duty's id is in capitals with dashes, such as NY-GBL-1702-START",
);
export type DutyId = z.infer<typeof DutyId>;

/** What an assistant is offered as: some laws bind one kind alone. */
export const ProductKind = z.enum(["companion", "mental_health", "assistant"]);
export type ProductKind = z.infer<typeof ProductKind>;

/** How a conversation is asked about a duty. A check that is named here carries it: its verdict is the outcome. */
export const DutyTest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("notice_at_start") }),
  z.strictObject({ kind: z.literal("notice_on_request"), check: CheckId }),
  z.strictObject({ kind: z.literal("notice_cadence"), minutes: z.number().positive(), check: CheckId }),
  z.strictObject({ kind: z.literal("title"), check: CheckId }),
  z.strictObject({ kind: z.literal("crisis_referral"), checks: Checks }).meta({
    description: "The reply to the cues of these checks sends to help that works where the person is.",
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
