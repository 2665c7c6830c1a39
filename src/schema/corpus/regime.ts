/** A regime: a law with its duties, or a framework of good process with practices that a run's files can show. */
import * as z from "zod";
import { DutyId } from "./duty.ts";
import { sourced } from "./sourced.ts";

const Prose = z.string().trim().min(1);

export const RegimeId = z
  .string()
  .regex(
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    "a regime's id is in small letters with dashes, such as ny-companion",
  );
export type RegimeId = z.infer<typeof RegimeId>;

/** Artefact of a run or a scan that shows a practice; `none` if no artefact does. */
export const RegimeArtefact = z.enum([
  "run_plan",
  "scan_plan",
  "fingerprints",
  "calibration",
  "gate",
  "review",
  "journal",
  "seal",
  "summary",
  "none",
]);
export type RegimeArtefact = z.infer<typeof RegimeArtefact>;

export const RegimePractice = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/, "a practice's id is in capitals with dashes, such as MEASURE-2-1"),
  text: Prose.meta({ description: "What is asked, in our words." }),
  section: Prose,
  artefacts: z
    .array(RegimeArtefact)
    .min(1)
    .refine((artefacts) => artefacts.length === 1 || !artefacts.includes("none"), {
      error: "`none` stands alone",
    })
    .meta({ description: "What of a run speaks to it, or `none`." }),
  note: Prose.meta({ description: "What these artefacts say of it, and what they leave to others." }),
});
export type RegimePractice = z.infer<typeof RegimePractice>;

const about = {
  id: RegimeId,
  title: Prose,
  text: Prose.meta({ description: "What it is and whom it concerns, in our words." }),
  ...sourced,
};

/** One file of `benchmark/configs/regimes/`. It describes what an evidence file covers and affects no score. */
export const Regime = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...about,
      kind: z.literal("law"),
      duties: z.array(DutyId).min(1).meta({ description: "Ids of duties of the rule sets." }),
    }),
    z.strictObject({ ...about, kind: z.literal("process"), practices: z.array(RegimePractice).min(1) }),
  ])
  .meta({ id: "Regime" });
export type Regime = z.infer<typeof Regime>;
