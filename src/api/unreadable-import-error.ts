import { BenchError } from "../kernel/bench-error.ts";
import type { ImportFormat } from "../schema/import-plan.ts";

const HINTS: Readonly<Record<ImportFormat, string>> = {
  "chat-jsonl": "A chat-jsonl file has one JSON object to a line, and nothing else.",
  openai: "A file named .json is one JSON document; any other has one JSON object to a line.",
  inspect: "Inspect's .eval files become JSON with `inspect log convert --to json`.",
  promptfoo: "Export with `promptfoo eval --output results.json`, or .jsonl.",
};

/** A file to be imported cannot be read as JSON; the message has the place and the fault. */
export class UnreadableImportError extends BenchError {
  readonly code = "IB_UNREADABLE_IMPORT";

  constructor(cause: BenchError, format: ImportFormat) {
    super(cause.message, { cause, hint: `${HINTS[format]} Nothing was imported.` });
  }
}
