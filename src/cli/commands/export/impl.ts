import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

interface ExportFlags extends CommonFlags {
  readonly to: "chat-jsonl" | "inspect" | "csv" | "parquet";
  readonly model?: string;
  readonly out?: string;
}

export async function exportRun(this: BenchContext, flags: ExportFlags, run: string): Promise<void> {
  const { out, to, model, ...common } = flags;
  const exported = await openBench(this, common).export(run, {
    to,
    ...(model === undefined ? {} : { model }),
    ...(out === undefined ? {} : { file: out }),
  });
  const { runId: run_id, format, conversations, messages, leftOut: left_out, path, content } = exported;
  if (flags.json) {
    printJson(this, { run_id, format, conversations, messages, left_out, path, content });
    return;
  }
  if (left_out > 0) {
    const words = formatQuantity(
      left_out,
      "conversation without a reply was",
      "conversations without a reply were",
    );
    this.process.stderr.write(`${words} left out.\n`);
  }
  if (content !== null) this.process.stdout.write(content);
  else {
    const counts = `${formatQuantity(conversations, "conversation")}, ${formatQuantity(messages, "message")}`;
    print(this, `${path}: ${counts}`);
  }
}
