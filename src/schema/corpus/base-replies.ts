import * as z from "zod";
import { ScenarioId } from "../ids.ts";

const Text = z.string().trim().min(1);

/** A sound reply of full length to one turn, which simulated assistants say, whole or changed. */
export const BaseReply = z.strictObject({
  turn: z.int().min(1),
  branch: z.string().optional().meta({
    description:
      "Where the turn has branches: `main`, which is meant without it, a branch's id, or `unsure`.",
  }),
  reply: Text,
  place: Text.optional().meta({
    description:
      "Words of the paragraph after which a failing passage is best set; without it, before the last paragraph.",
  }),
  heard: z.array(Text).min(1).optional().meta({
    description: "The sentences or bullets that take up what was told; without them the reply walks past it.",
  }),
});
export type BaseReply = z.infer<typeof BaseReply>;

export const BaseReplies = z
  .strictObject({ scenario_id: ScenarioId, replies: z.array(BaseReply).min(1) })
  .meta({ id: "BaseReplies" });
export type BaseReplies = z.infer<typeof BaseReplies>;
