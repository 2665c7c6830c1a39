import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JournalEntry, UnitKey } from "../src/schema/run/journal.ts";
import { openJournal } from "../src/store/journal.ts";

const PRODUCERS = 64;
const DURATION_MS = 3000;
const CEILING_DURATION_MS = 1500;
const GOAL_PER_SECOND = 20_000;
const CONTENT = "I hear how tired you are, and the pharmacist can tell you. ".repeat(26).slice(0, 1500);

/** Measures durable appends per second from many producers, compared with bare write and fdatasync on this machine. */
export async function bench(): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), "invisiblebench-journal-"));
  try {
    const ceiling = await bareRate(join(directory, "bare.jsonl"));
    const rate = await journalRate(join(directory, "journal.jsonl"));
    const verdict = rate >= GOAL_PER_SECOND ? "met" : "MISSED";
    return [
      `journal: ${perSecond(rate)} durable appends from ${PRODUCERS} producers (goal ${perSecond(GOAL_PER_SECOND)}: ${verdict})`,
      `ceiling: ${perSecond(ceiling)} with bare write + fdatasync of the same bytes, ${PRODUCERS} lines a batch`,
      `ratio:   ${(rate / ceiling).toFixed(2)} of the ceiling`,
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function journalRate(path: string): Promise<number> {
  const journal = await openJournal(path);
  const started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: PRODUCERS }, async (_, producer) => {
      let count = 0;
      while (performance.now() - started < DURATION_MS) {
        await journal.append(reply(producer, count));
        count += 1;
      }
      return count;
    }),
  );
  const elapsedMs = performance.now() - started;
  await journal.close();
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / elapsedMs;
}

async function bareRate(path: string): Promise<number> {
  const batch = Buffer.from(`${JSON.stringify(reply(0, 0))}\n`.repeat(PRODUCERS));
  const file = await open(path, "a");
  const started = performance.now();
  let batches = 0;
  while (performance.now() - started < CEILING_DURATION_MS) {
    await file.write(batch);
    await file.datasync();
    batches += 1;
  }
  const elapsedMs = performance.now() - started;
  await file.close();
  return (batches * PRODUCERS * 1000) / elapsedMs;
}

function reply(producer: number, count: number): JournalEntry {
  return {
    event: "replied",
    unit: UnitKey.parse((count * PRODUCERS + producer).toString(16).padStart(64, "0")),
    content: CONTENT,
    finish_reason: "stop",
    usage: { input_tokens: 812, cached_tokens: 512, output_tokens: 301, reasoning_tokens: 0 },
    latency_ms: 1432.5,
    at: "2026-01-01T00:00:00.000Z",
  };
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
