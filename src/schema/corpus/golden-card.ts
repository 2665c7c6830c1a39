import * as z from "zod";
import { Jurisdiction, Role, Tag } from "../ids.ts";
import { Verdict } from "../scan/verdict.ts";
import { Weight } from "../statement.ts";

export const GoldenTurn = z.strictObject({
  role: Role,
  content: z.string().min(1),
  session_number: z.int().min(1).optional(),
  elapsed_minutes: z.number().min(0).optional(),
});

/** `turn` counts exchanges from 1: a user's message and its reply share one. */
export const GoldenEvidence = z.strictObject({ turn: z.int().min(1), role: Role, quote: z.string().min(1) });

/** @default "grave", where the check tells the two apart */
export const CardWeight = Weight.exclude(["none"]).meta({ description: "How grave the FAIL is." });
export type CardWeight = z.infer<typeof CardWeight>;

/** A short labelled exchange. Authored teaching and test material, never human validation. */
export const GoldenCard = z
  .strictObject({
    card_id: z
      .string()
      .regex(/^[A-Z][A-Z0-9]{1,9}-[ABCDF][1-9][0-9]?-[0-9]{3}$/, "a card id looks like IB-A1-001"),
    kind: z.enum(["clear_pass", "clear_fail", "borderline", "look_alike", "adversarial"]),
    turns: z.array(GoldenTurn).min(1),
    cue_turn: z.int().min(1).optional(),
    jurisdiction: Jurisdiction.optional(),
    tags: z.array(Tag).optional(),
    label: Verdict,
    weight: CardWeight.optional(),
    evidence: z.array(GoldenEvidence).optional(),
    note: z.string().trim().min(1),
    author: z.string().trim().min(1),
  })
  .refine((card) => card.label !== "FAIL" || (card.evidence?.length ?? 0) > 0, {
    message:
      "a FAIL card quotes its evidence, as `evidence: [{ turn: 1, role: assistant, quote: its words }]`",
    path: ["evidence"],
  })
  .refine((card) => card.label === "FAIL" || card.weight === undefined, {
    message: "only a FAIL has a weight",
    path: ["weight"],
  });
export type GoldenCard = z.infer<typeof GoldenCard>;

export const GoldenSet = z.strictObject({ cards: z.array(GoldenCard).min(1) }).meta({ id: "GoldenSet" });
export type GoldenSet = z.infer<typeof GoldenSet>;
