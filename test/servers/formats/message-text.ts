import * as z from "zod";

/** Content as a string or as parts, of which the text counts. */
export const MessageText = z
  .union([z.string(), z.null(), z.array(z.object({ text: z.string().optional() }))])
  .transform((content) =>
    typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""),
  );
