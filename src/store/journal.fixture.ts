import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { sha256 } from "../kernel/hash.ts";
import { JOURNAL_VERSION, JournalEntry, UnitKey } from "../schema/run/journal.ts";

export const AT = "2026-01-01T00:00:00.000Z";

export async function journalPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-journal-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, "journal.jsonl");
}

export function unit(name: string): UnitKey {
  return UnitKey.parse(sha256(name));
}

export function opened(): JournalEntry {
  return JournalEntry.parse({
    event: "opened",
    schema_version: JOURNAL_VERSION,
    id: "run-1",
    plan_hash: sha256("plan"),
    tool_version: "0.1.0",
    at: AT,
  });
}

export function sent(name: string): JournalEntry {
  const call = { stage: "target", model_id: "sim/careful", subject: name } as const;
  return { event: "sent", unit: unit(name), call, at: AT };
}

export function replied(name: string, content = "You are not alone.") {
  const usage = { input_tokens: 10, cached_tokens: 2, output_tokens: 5, reasoning_tokens: 1 };
  return {
    event: "replied",
    unit: unit(name),
    content,
    finish_reason: "stop",
    usage,
    latency_ms: 12.5,
    at: AT,
  } as const;
}

export function failed(name: string) {
  return { event: "failed", unit: unit(name), reason: "no answer", at: AT } as const;
}

export function line(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}
