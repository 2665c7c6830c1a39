import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function redactRun(this: BenchContext, flags: ReadFlags, run: string): Promise<void> {
  const redacted = await openBench(this, flags).redactRun(run, this.signal);
  const { runId: run_id, directory, transcripts, scans, removed } = redacted;
  if (flags.json) {
    printJson(this, { run_id, directory, transcripts, scans, removed });
    return;
  }
  const what = `${formatQuantity(transcripts, "transcript")} and ${formatQuantity(scans, "scan")}`;
  print(
    this,
    [
      `Redacted ${what} of ${directory}`,
      ...removed.map((file) => `Removed ${file}`),
      "Files that were exported or copied from it are as they were.",
    ].join("\n"),
  );
}
