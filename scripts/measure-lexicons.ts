/**
 * Measures the assistant lexicons on a folder of real replies (JSONL: { conversation, replies: [{ turn, content }] })
 * against judgements kept by position in `benchmark/lexicons/real-replies.jsonl`. The replies are not part of the project,
 * and none of their text is written anywhere: hits without a judgement are printed for a person to read.
 *
 *   node scripts/measure-lexicons.ts REPLIES_DIR
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { WIDTH_WITHOUT_TERMINAL } from "../src/cli/terminal-look.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { renderTable } from "../src/report/render-table.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";

const Conversation = z.object({
  conversation: z.string(),
  replies: z.array(z.object({ turn: z.int(), content: z.string() })),
});
const Judgement = z.strictObject({
  lexicon: z.string(),
  conversation: z.string(),
  turn: z.int(),
  start: z.int(),
  end: z.int(),
  right: z.boolean(),
});

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.log("There are no real replies to measure on: name their folder.");
  process.exit(2);
}
const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
const judged = new Map(
  rows(fileURLToPath(new URL("../benchmark/lexicons/real-replies.jsonl", import.meta.url)), Judgement).map(
    (row) => [place(row), row.right],
  ),
);

const tally = new Map(
  [...corpus.lexicons.values()]
    .filter(({ role }) => role === "assistant")
    .map(({ name }) => [name as string, { hits: 0, right: 0, open: 0 }]),
);
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .sort()) {
  for (const { conversation, replies } of rows(join(folder, file), Conversation)) {
    for (const { turn, content } of replies) {
      for (const { lexicon, start, end } of matcher.find(content, "assistant")) {
        const counts = tally.get(lexicon);
        if (counts === undefined) continue;
        const hit = { lexicon, conversation, turn, start, end };
        const right = judged.get(place(hit));
        counts.hits += 1;
        if (right === undefined) {
          counts.open += 1;
          console.log(
            JSON.stringify(hit),
            "…",
            content.slice(Math.max(0, start - 80), end + 60).replaceAll("\n", " "),
          );
        } else if (right) counts.right += 1;
      }
    }
  }
}
const table = [...tally].map(([name, { hits, right, open }]) => [
  name,
  String(hits),
  String(right),
  hits === 0 ? "no hit" : open > 0 ? `${open} not read` : (right / hits).toFixed(2),
]);
console.log(
  renderTable(
    [
      { title: "Lexicon" },
      { title: "Hits", align: "right" },
      { title: "Right", align: "right" },
      { title: "Precision", align: "right" },
    ],
    table,
    WIDTH_WITHOUT_TERMINAL,
  ),
);

function place(hit: {
  lexicon: string;
  conversation: string;
  turn: number;
  start: number;
  end: number;
}): string {
  return [hit.lexicon, hit.conversation, hit.turn, hit.start, hit.end].join("|");
}

function rows<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema>[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}
