import * as z from "zod";

/** Abilities of a product: remember between conversations, read a person's records, act outside the conversation. */
export const AbilityName = z.enum(["memory", "records", "act"]);
export type AbilityName = z.infer<typeof AbilityName>;

/** One line, because it becomes one line of a judge's question. */
const Proof = z
  .string()
  .trim()
  .min(10, "say in a few words what shows it")
  .max(200)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "it is one line of plain text");

/** Abilities that a product's maker declares, each with a line of proof. They are not verified. */
export const Abilities = z
  .strictObject({
    memory: Proof.optional().meta({ description: "It remembers what was said in earlier conversations." }),
    records: Proof.optional().meta({
      description: "It reads records about the person or the one cared for.",
    }),
    act: Proof.optional().meta({
      description: "It does things outside the conversation: calls, books, sends, alerts.",
    }),
  })
  .refine((abilities) => Object.keys(abilities).length > 0, "declare at least one ability");
export type Abilities = z.infer<typeof Abilities>;
