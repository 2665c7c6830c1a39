import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderOutline } from "../../render/outline.ts";

export async function show(this: BenchContext, flags: CommonFlags, id: string): Promise<void> {
  const shown = await openBench(this, flags).show(id);
  if (flags.json) printJson(this, shown);
  else
    print(this, renderOutline(shown.kind === "check" ? { ...shown.value, claim: shown.claim } : shown.value));
}
