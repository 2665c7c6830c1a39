import { createInterface } from "node:readline/promises";
import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags, ResultsFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { NotConfirmedError } from "./not-confirmed-error.ts";

interface DeleteFlags extends CommonFlags, ResultsFlags {
  readonly yes: boolean;
}

export async function deleteRun(this: BenchContext, flags: DeleteFlags, run: string): Promise<void> {
  const bench = openBench(this, flags);
  if (!flags.yes) {
    const { directory, transcripts, scans } = await bench.measureRun(run);
    const what = `${formatQuantity(transcripts, "transcript")} and ${formatQuantity(scans, "scan")}`;
    if (!(await isWanted(this, `Delete ${directory} with ${what}, for good?`))) {
      throw new NotConfirmedError(directory);
    }
  }
  const { runId: run_id, directory, transcripts, scans } = await bench.deleteRun(run);
  if (flags.json) printJson(this, { run_id, directory, transcripts, scans });
  else print(this, `Deleted ${directory}`);
}

/** Where nobody can be asked, nobody has agreed. */
async function isWanted(context: BenchContext, question: string): Promise<boolean> {
  if (!context.isInteractive || !process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: context.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
