import { join } from "node:path";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { shellQuote } from "../../shell-quote.ts";

export async function init(this: BenchContext, flags: CommonFlags, folder: string): Promise<void> {
  const { directory, files } = await openBench(this, flags).init(folder);
  if (flags.json) {
    printJson(this, { directory, files });
    return;
  }
  const pack = shellQuote(directory);
  print(
    this,
    [
      ...files.map((file) => `Wrote ${join(directory, file)}`),
      "",
      `Next: invisiblebench lint --corpus ${pack}`,
      `      invisiblebench run --corpus ${pack} --scenario 'empathy_first_*' --model sim/careful`,
    ].join("\n"),
  );
}
