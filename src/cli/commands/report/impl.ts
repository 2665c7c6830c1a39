import type { BenchContext } from "../../context.ts";
import type { ReportFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function report(this: BenchContext, flags: ReportFlags, scan: string): Promise<void> {
  const rendered = await openBench(this, flags).report(scan, flags.format);
  if (flags.json) printJson(this, rendered);
  else if (rendered.path !== null) print(this, rendered.path);
  else this.process.stdout.write(rendered.content);
}
