import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRandom } from "../src/kernel/random.ts";

/** The replies of one conversation. */
export type Replies = readonly string[];

export interface BenchReplies {
  readonly conversations: readonly Replies[];
  /** A note on the text for readers of the figures. */
  readonly from: string;
}

const FOLDER_VARIABLE = "INVISIBLEBENCH_REPLIES";
/** Lengths of real conversations: 126 of them, about eight replies each, 1,560 characters per reply. */
const MADE = { conversations: 126, replies: 8, shortest: 500, longest: 2600 } as const;
const WORDS =
  "I hear how tired you are and it makes sense that this feels heavy. You could ask the nurse on Monday whether someone can sit with your mother for an afternoon so that you can sleep. What would help most tonight? Many people who care for a parent feel guilty when they rest and that says how much you love her. One small step is enough for today.".split(
    " ",
  );

/** Reads real replies from the folder named in the environment, or generates seeded text of the same lengths. */
export async function readReplies(): Promise<BenchReplies> {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) {
    return {
      conversations: madeUp(),
      from: `seeded text of real lengths (real replies: ${FOLDER_VARIABLE}=folder)`,
    };
  }
  const files = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const conversations = texts.flatMap((text) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Replies => {
        // The folder is the caller's own, in the form that its notice describes.
        const row = JSON.parse(line) as { readonly replies: readonly { readonly content: string }[] };
        return row.replies.map((reply) => reply.content);
      }),
  );
  return { conversations, from: `${conversations.length} real conversations, repeated` };
}

function madeUp(): readonly Replies[] {
  const random = createRandom("bench/replies");
  const reply = () => {
    const length = MADE.shortest + random.below(MADE.longest - MADE.shortest);
    let text = "";
    while (text.length < length)
      text += `${WORDS[random.below(WORDS.length)]}${random.below(14) === 0 ? ".\n\n" : " "}`;
    return text;
  };
  return Array.from({ length: MADE.conversations }, () => Array.from({ length: MADE.replies }, reply));
}
