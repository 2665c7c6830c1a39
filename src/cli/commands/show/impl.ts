import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderOutline } from "../../render/outline.ts";

export async function show(this: BenchContext, flags: CommonFlags, id: string): Promise<void> {
  const { kind, value } = await openBench(this, flags).show(id);
  if (flags.json) printJson(this, { kind, value });
  else print(this, renderOutline(value));
}
