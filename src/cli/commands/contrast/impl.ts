import { renderContrast } from "../../../report/render-contrast.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function contrast(this: BenchContext, flags: ReadFlags, scan: string): Promise<void> {
  const report = await openBench(this, flags).contrast(scan, this.signal);
  if (flags.json) printJson(this, report);
  else print(this, renderContrast(report));
}
