import * as z from "zod";
import { Role } from "./ids.ts";

/** One message as a judge sees it: a JSON line, so that nothing in it can look like the frame around it. */
export const ExcerptLine = z.strictObject({
  turn: z.int().min(1),
  role: Role,
  session: z.int().optional(),
  time_elapsed: z.string().optional(),
  elapsed_minutes: z.number().optional(),
  text: z.string(),
});
export type ExcerptLine = z.infer<typeof ExcerptLine>;

export const excerptBegin = (nonce: string) => `<<${nonce} BEGIN>>`;
export const excerptEnd = (nonce: string) => `<<${nonce} END>>`;
export const excerptMark = (nonce: string) => `<<${nonce}>> `;
