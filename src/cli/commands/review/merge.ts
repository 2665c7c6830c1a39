import { systemClock } from "../../../kernel/clock.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderMergedReview } from "../../render/merged-review.ts";

interface MergeFlags extends CommonFlags {
  readonly key?: string;
  readonly out?: string;
  readonly watch: boolean;
}

const LOOK_EVERY_MS = 1_000;

export async function mergeBatch(this: BenchContext, flags: MergeFlags, batch: string): Promise<void> {
  const { key, out, watch, ...common } = flags;
  const bench = openBench(this, common);
  const options = {
    ...(key === undefined ? {} : { keyFile: key }),
    ...(out === undefined ? {} : { out }),
  };
  let shown = "";
  do {
    const merged = await bench.mergeReview(batch, options);
    const text = flags.json ? JSON.stringify(merged) : renderMergedReview(merged, batch);
    if (text !== shown) {
      if (flags.json) printJson(this, merged);
      else print(this, text);
      shown = text;
    }
  } while (watch && (await goesOn(this.signal)));
}

/** False after Ctrl-C, which is how watching ends. */
function goesOn(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(LOOK_EVERY_MS, signal).then(
    () => true,
    () => false,
  );
}
