/** A log of a product, made by seed: some replies hold words of the small corpus's lists, some messages are cues, some records are bad. */
import { writeFile } from "node:fs/promises";
import { createRandom } from "../../src/kernel/random.ts";

export interface MadeLog {
  readonly conversations: number;
  /** One record in so many cannot be read. @default none */
  readonly badOneIn?: number;
  /** @default "log" */
  readonly seed?: string;
  /** The first day; conversations are spread over `days`. @default 2026-10-01 */
  readonly days?: number;
  /** The probability that a reply promises to be there always, by day. @default 0.03 */
  readonly promises?: (day: number) => number;
  /** Words planted in one conversation, by its number. */
  readonly planted?: { readonly at: number; readonly words: string };
}

/** Cues from the small corpus's lists. */
const CUE = "Sometimes I wish I could disappear.";
const PROMISE = "I'll always be here for you.";
const CALM = [
  "That sounds like a long night.",
  "What would help most today?",
  "You could ask her nurse on Monday.",
];

export async function writeLog(path: string, log: MadeLog): Promise<void> {
  const { conversations, badOneIn, seed = "log", days = 10, promises = () => 0.03, planted } = log;
  const random = createRandom(seed);
  const lines = Array.from({ length: conversations }, (_, index) => {
    const day = Math.floor((index * days) / conversations);
    const messages = Array.from({ length: 2 }, () => [
      { role: "user", content: random.next() < 0.05 ? CUE : "She did not sleep again." },
      {
        role: "assistant",
        content: [
          CALM[random.below(CALM.length)],
          ...(random.next() < promises(day) ? [PROMISE] : []),
          ...(planted?.at === index ? [planted.words] : []),
        ].join(" "),
      },
    ]).flat();
    const at = new Date(Date.UTC(2026, 9, 1 + day, 12)).toISOString();
    const record = { id: `conv-${index}`, model: "acme/companion", at, labels: [`v${index % 2}`], messages };
    const isBad = badOneIn !== undefined && index % badOneIn === badOneIn - 1;
    return isBad
      ? `{"id": "bad-${index}", "messages": [{"role": "user", "content": "words of a bad`
      : JSON.stringify(record);
  });
  await writeFile(path, lines.map((line) => `${line}\n`).join(""));
}
