import * as z from "zod";
import { BadImportError } from "./bad-import-error.ts";
import { type ImportPlace, inside } from "./import-place.ts";

/** The ways chat formats write what a message says: text, or a list of parts. */
export const ForeignContent = z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()], {
  error: "a text or a list of parts is expected",
});
export type ForeignContent = z.infer<typeof ForeignContent>;

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text", "refusal"]);
const REASONING_TYPES: ReadonlySet<string> = new Set(["reasoning", "thinking", "redacted_thinking"]);
const TOOL_TYPES: ReadonlySet<string> = new Set(["tool_use", "tool_call", "tool_result"]);
const Words = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ refusal: z.string() }).transform(({ refusal }) => refusal),
]);

export interface ContentText {
  readonly text: string;
  readonly isRefusal: boolean;
  readonly reasoningParts: number;
  readonly toolParts: number;
}

/** The words of a message. A picture or a sound is refused: what was said about it could not be judged without it. */
export function contentText(content: ForeignContent, place: ImportPlace): ContentText {
  if (content === null) return { text: "", isRefusal: false, reasoningParts: 0, toolParts: 0 };
  if (typeof content === "string") {
    return { text: content, isRefusal: false, reasoningParts: 0, toolParts: 0 };
  }
  const texts: string[] = [];
  const counts = { refusals: 0, reasoningParts: 0, toolParts: 0 };
  content.forEach((part, index) => {
    const { type } = part;
    if (REASONING_TYPES.has(type)) counts.reasoningParts += 1;
    else if (TOOL_TYPES.has(type)) counts.toolParts += 1;
    else if (TEXT_TYPES.has(type)) {
      const words = Words.safeParse(part);
      if (!words.success)
        throw new BadImportError(inside(place, index), "a part without its text", "Mend the part.");
      counts.refusals += Number(type === "refusal");
      texts.push(words.data);
    } else {
      const hint = "Only text can be judged: leave the conversation out, or put the part into words.";
      throw new BadImportError(inside(place, index), `a part of the type "${type}"`, hint);
    }
  });
  const { refusals, ...left } = counts;
  return { text: texts.join("\n"), isRefusal: refusals > 0, ...left };
}
