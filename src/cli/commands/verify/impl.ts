import { ExitCode } from "../../../kernel/exit-code.ts";
import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const LONGEST_VALUE = 200;

export async function verifyScan(this: BenchContext, flags: ReadFlags, scan: string): Promise<void> {
  const verification = await openBench(this, flags).verifyScan(scan, this.signal);
  const { differences, transcripts, rows, votes } = verification;
  if (differences.length > 0) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, verification);
    return;
  }
  const [first] = differences;
  if (first === undefined) {
    const counts = [
      formatQuantity(transcripts, "transcript"),
      formatQuantity(rows, "verdict"),
      formatQuantity(votes, "vote"),
    ];
    print(this, `Verified: ${counts.join(", ")}; every byte is as recomputed.`);
    return;
  }
  const more = differences.slice(1).map(({ file }) => file);
  print(
    this,
    [
      `${first.file}${first.row === null ? "" : `, row ${first.row}`}, ${first.field || "the whole"} is not what was recomputed:`,
      `  there:      ${shorten(first.found)}`,
      `  recomputed: ${shorten(first.expected)}`,
      ...(more.length === 0 ? [] : [`Also different: ${more.join(", ")}.`]),
    ].join("\n"),
  );
}

function shorten(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
