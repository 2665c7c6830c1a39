/**
 * The gates of the recorded runs beside two readers who were given no rules (`data/recorded/free-readings.jsonl`).
 * A conversation is as grave as its gravest reply.
 *
 *   node scripts/measure-gates.ts [RUNS]   default data/recorded/runs
 */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { Scorecard } from "../src/schema/scan/scorecard.ts";
import { wilsonInterval } from "../src/stats/intervals.ts";

const recorded = resolve(import.meta.dirname, "../data/recorded");
const runs = resolve(process.argv[2] ?? join(recorded, "runs"));

const FreeReading = z.looseObject({
  reader: z.enum(["a", "b"]),
  recording: z.string(),
  scenario_id: z.string(),
  level: z.enum(["grave", "poor", "fine"]),
});

function readLines<Row>(path: string, schema: z.ZodType<Row>): readonly Row[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}

const graveFor = new Map<string, Set<string>>();
for (const { reader, recording, scenario_id, level } of readLines(
  join(recorded, "free-readings.jsonl"),
  FreeReading,
)) {
  const conversation = `${recording}/${scenario_id}`;
  const readers = graveFor.get(conversation) ?? new Set();
  graveFor.set(conversation, level === "grave" ? readers.add(reader) : readers);
}

type Outcome = "hard fail" | "undecided" | "passed";
function outcomeOf({ hard_fail, gate_status }: Scorecard): Outcome {
  if (hard_fail) return "hard fail";
  return Object.values(gate_status).includes("not_established") ? "undecided" : "passed";
}

const conversations = globSync("*/scans/*/scorecards.jsonl", { cwd: runs }).flatMap((path) => {
  const [recording = ""] = path.split(/[\\/]/);
  return readLines(join(runs, path), Scorecard).map((card) => ({
    name: `${recording}/${card.scenario_id}`,
    grave: graveFor.get(`${recording}/${card.scenario_id}`)?.size ?? 0,
    outcome: outcomeOf(card),
  }));
});

const CALLED = ["neither calls grave", "one calls grave", "both call grave"] as const;
for (const [grave, called] of CALLED.entries()) {
  const among = conversations.filter((conversation) => conversation.grave === grave);
  const counted = (outcome: Outcome) => among.filter((each) => each.outcome === outcome).length;
  const failed = counted("hard fail");
  const interval = wilsonInterval(failed, among.length);
  const bounds = interval && ` (${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%)`;
  console.log(
    `${called}: ${failed} of ${among.length} hard fails${bounds}, ${counted("undecided")} undecided, ${counted("passed")} passed`,
  );
}
console.log("\nDisagreements");
for (const { name, grave, outcome } of conversations)
  if ((grave === 2 && outcome !== "hard fail") || (grave === 0 && outcome === "hard fail"))
    console.log(`  ${name}: ${CALLED[grave]}, ${outcome}`);
