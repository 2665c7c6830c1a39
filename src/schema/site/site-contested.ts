import * as z from "zod";
import { CheckId, ModelId, RunId, Severity } from "../ids.ts";
import { Verdict, VerdictWindow } from "../scan/verdict.ts";
import { OneVoteFails } from "./site-conversation.ts";
import { ConversationKey, ScanKey } from "./site-index.ts";

/** In the order of what weighs most: people against the judge first. */
export const ContestKind = z.enum(["people", "second_judge", "autofail", "split_vote", "quote"]);
export type ContestKind = z.infer<typeof ContestKind>;

const Ballots = z.array(Verdict.nullable()).meta({ description: "In the order asked; null is a void vote." });

const VotedPlace = z.strictObject({
  ...VerdictWindow.pick({ first_turn: true, last_turn: true, verdict: true, weight: true }).shape,
  decides: z.boolean().meta({ description: "The verdict of the conversation is that of this place." }),
  first: Ballots,
  second: Ballots.meta({ description: "Of the second judge." }),
});

const PersonLabels = z.array(z.strictObject({ annotator: z.string(), label: Verdict }));

/** One verdict that somebody contradicts. */
export const ContestedVerdict = z.strictObject({
  item: z.string().meta({ description: "<transcript_id>#<mode_id>: its name in labels and disputes." }),
  scan: ScanKey,
  conversation: ConversationKey,
  model_id: ModelId,
  title: z.string(),
  mode_id: CheckId,
  severity: Severity,
  gate: z.boolean(),
  verdict: Verdict,
  turn: z.int().min(1).nullable(),
  kinds: z.array(ContestKind).min(1),
  places: z.array(VotedPlace).meta({ description: "The place that decided stands first." }),
  second_judge: ModelId.nullable(),
  one_vote_fails: OneVoteFails,
  people: z
    .strictObject({
      labels: PersonLabels,
      decided: Verdict,
    })
    .nullable(),
  unapplied: PersonLabels.optional().meta({
    description: "What people said in reviews that nobody has applied: the verdict stands as it is.",
  }),
  words: z.string().nullable().meta({ description: "The words that it is about, where any are quoted." }),
  reason: z.string().nullable().meta({ description: "For the verdict as it stands." }),
  against: z
    .strictObject({ by: z.string(), verdict: Verdict.nullable(), reason: z.string() })
    .nullable()
    .meta({ description: "Who says otherwise, and why." }),
  labellable: z.boolean().meta({ description: "Whether people can be asked about it." }),
});
export type ContestedVerdict = z.infer<typeof ContestedVerdict>;

/** `data/scans/<scan>/contested.json`: the verdicts on which those who were asked differ, gravest first. */
export const ContestedPage = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  verdicts: z.int().min(0).meta({ description: "Verdicts of eligible checks that were looked through." }),
  contested: z.int().min(0),
  counts: z.record(ContestKind, z.int().min(0)).meta({ description: "A verdict may be in several." }),
  unapplied: z
    .strictObject({
      verdicts: z.int().min(0).meta({ description: "Contested by labels alone that nobody has applied." }),
      unreadable: z.array(z.string()).meta({ description: "Batches whose labels cannot be read." }),
    })
    .optional()
    .meta({ description: "Of reviews of this scan; absent where there are none." }),
  source_scan: RunId.nullable().meta({
    description:
      "Where people decided in this scan: the one that was labelled, which batches are drawn from.",
  }),
  rows: z.array(ContestedVerdict).meta({ description: "Fewer than `contested` in a very large scan." }),
});
export type ContestedPage = z.infer<typeof ContestedPage>;
