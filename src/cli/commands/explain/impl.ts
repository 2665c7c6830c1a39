import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderExplanation } from "../../render/explanation.ts";

export async function explain(
  this: BenchContext,
  flags: ReadFlags,
  scan: string,
  scenario: string,
  check?: string,
): Promise<void> {
  const explanations = await openBench(this, flags).explain(scan, scenario, check);
  if (flags.json) printJson(this, explanations);
  else print(this, explanations.map(renderExplanation).join("\n\n"));
}
