import { renderComparison } from "../../../report/render-comparison.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

interface CompareFlags extends ReadFlags {
  readonly anyway: boolean;
  readonly modelA?: string;
  readonly modelB?: string;
}

export async function compare(
  this: BenchContext,
  flags: CompareFlags,
  first: string,
  second: string,
): Promise<void> {
  const comparison = await openBench(this, flags).compare(first, second, {
    anyway: flags.anyway,
    ...(flags.modelA === undefined ? {} : { firstModel: flags.modelA }),
    ...(flags.modelB === undefined ? {} : { secondModel: flags.modelB }),
    signal: this.signal,
  });
  if (flags.json) printJson(this, comparison);
  else print(this, renderComparison(comparison));
}
