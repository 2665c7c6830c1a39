import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { shellQuote } from "../../shell-quote.ts";

interface ExportFlags extends CommonFlags {
  readonly check?: readonly string[];
  readonly perStratum?: number;
  readonly perCheck?: number;
  readonly seed: number;
  readonly out?: string;
}

export async function exportBatch(this: BenchContext, flags: ExportFlags, scan: string): Promise<void> {
  const { out, check, perStratum, perCheck, seed, ...common } = flags;
  const { batchId, directory, keyFile, items, checks, verdicts } = await openBench(this, common).exportReview(
    scan,
    {
      seed,
      ...(perStratum === undefined ? {} : { perStratum }),
      ...(perCheck === undefined ? {} : { perCheck }),
      ...(check === undefined ? {} : { checks: check }),
      ...(out === undefined ? {} : { directory: out }),
      signal: this.signal,
    },
  );
  if (flags.json) {
    printJson(this, { batch_id: batchId, directory, key_file: keyFile, items, checks, verdicts });
    return;
  }
  print(
    this,
    [
      `${formatQuantity(items, "item")} on ${formatQuantity(checks, "check")}, drawn from ${formatQuantity(verdicts, "verdict")}.`,
      `Batch: ${directory}`,
      `Key:   ${keyFile} (not for annotators: it has the verdicts and the models)`,
      `Next:  invisiblebench review serve ${shellQuote(directory)} --annotators anna,ben`,
    ].join("\n"),
  );
}
