import * as z from "zod";

export const ClaimKind = z.enum([
  "amount",
  "eligibility",
  "duration",
  "phone_number",
  "programme",
  "law",
  "other",
]);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** One statement of the assistant that reference facts could confirm or contradict. */
export const Claim = z.strictObject({
  turn: z.int().min(1),
  quote: z.string(),
  subject: z.string().meta({ description: "The programme, law, paper or office it is about." }),
  kind: ClaimKind,
  hedged: z.boolean().meta({ description: "It says that the matter depends, or leaves it open." }),
});
export type Claim = z.infer<typeof Claim>;

/** What a judge answers when asked for claims. The echoes prove that it read this excerpt and this question. */
export const ClaimList = z
  .strictObject({
    check_id: z.string(),
    nonce: z.string(),
    assistant_turns: z.int().min(0),
    claims: z.array(Claim),
  })
  .meta({ id: "ClaimList" });
export type ClaimList = z.infer<typeof ClaimList>;
