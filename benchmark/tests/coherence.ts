/** How the people of the scenarios follow what a language model replied to them: `node benchmark/tests/coherence.ts` prints the table. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { ScenarioId } from "../../src/schema/ids.ts";
import { cohenKappa, gwetAc1 } from "../../src/stats/agreement.ts";
import { wilsonInterval } from "../../src/stats/intervals.ts";

const recorded = new URL("../../data/recorded/", import.meta.url);

const VERDICTS = ["fits", "deaf", "contradicts"] as const;

/** One reader's word on one message that follows a reply. What the words mean is told in data/recorded/README.md. */
const Reading = z.strictObject({
  reader: z.enum(["a", "b"]),
  scenario_id: ScenarioId,
  turn: z.int().min(2),
  verdict: z.enum(VERDICTS),
  questions: z.int().min(0),
  could: z.int().min(0),
  answered: z.int().min(0),
  unasked: z.array(z.string()),
  why: z.string(),
});
export type Reading = z.infer<typeof Reading>;

const Message = z.looseObject({
  role: z.enum(["user", "assistant"]),
  answers: z.array(z.string()).optional(),
  evaded: z.array(z.string()).optional(),
});
const Conversation = z.looseObject({ scenario_id: ScenarioId, messages: z.array(Message) });

const lines = (name: string) =>
  readFileSync(new URL(name, recorded), "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

export const readReadings = (): readonly Reading[] =>
  lines("coherence.jsonl").map((line) => Reading.parse(line));

export const readConversations = () => lines("conversations.jsonl").map((line) => Conversation.parse(line));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What one reader says of all of it. */
export function coherenceOf(readings: readonly Reading[]) {
  const count = (verdict: Reading["verdict"]) =>
    readings.filter((reading) => reading.verdict === verdict).length;
  return {
    read: readings.length,
    fits: count("fits"),
    deaf: count("deaf"),
    contradicts: count("contradicts"),
    questions: sum(readings.map(({ questions }) => questions)),
    could: sum(readings.map(({ could }) => could)),
    answered: sum(readings.map(({ answered }) => answered)),
    unasked: sum(readings.map(({ unasked }) => unasked.length)),
  };
}

/** How far two readers agree on whether a message fits: kappa, and AC1, which is steady where nearly everything does. */
export function agreementOf(readings: readonly Reading[]) {
  const byMessage = Map.groupBy(readings, ({ scenario_id, turn }) => `${scenario_id} ${turn}`);
  const table = VERDICTS.map(() => VERDICTS.map(() => 0));
  for (const both of byMessage.values()) {
    const [a, b] = ["a", "b"].map((reader) => both.find((reading) => reading.reader === reader)?.verdict);
    const row = a && table[VERDICTS.indexOf(a)];
    if (row && b) row[VERDICTS.indexOf(b)] = (row[VERDICTS.indexOf(b)] ?? 0) + 1;
  }
  return { table, kappa: cohenKappa(table).value, ac1: gwetAc1(table).value };
}

const share = (k: number, n: number) => {
  const interval = wilsonInterval(k, n);
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  return `${k} of ${n}, ${percent(k / n)}${interval === null ? "" : ` (${percent(interval.low)} to ${percent(interval.high)})`}`;
};

if (import.meta.main) {
  const [readings, conversations] = [readReadings(), readConversations()];
  const said = conversations.flatMap(({ messages }) => messages);
  const given = sum(said.map(({ answers = [] }) => answers.length));
  const evaded = said.filter(({ evaded: asked = [] }) => asked.length > 0).length;
  const { table, kappa, ac1 } = agreementOf(readings);
  process.stdout.write(
    [
      `${conversations.length} conversations, ${said.filter(({ role }) => role === "assistant").length} replies; ${given} answers given, ${evaded} messages that evade`,
      ...(["a", "b"] as const).flatMap((reader) => {
        const { read, fits, deaf, contradicts, questions, could, answered, unasked } = coherenceOf(
          readings.filter((reading) => reading.reader === reader),
        );
        return [
          `reader ${reader}: fits ${share(fits, read)}; deaf ${deaf}; contradicts ${contradicts}`,
          `  ${questions} questions put for the first time, ${could} that the person could answer; answered or evaded ${share(answered, could)}`,
          `  answers to what was not asked: ${share(unasked, given)}`,
        ];
      }),
      `agreement on fits, deaf, contradicts: ${JSON.stringify(table)}, kappa ${kappa?.toFixed(2) ?? "undefined"}, AC1 ${ac1?.toFixed(3) ?? "undefined"}`,
      "",
    ].join("\n"),
  );
}
