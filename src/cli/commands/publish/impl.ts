import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export interface PublishFlags extends ReadFlags {
  readonly board?: string;
}

export async function publish(
  this: BenchContext,
  flags: PublishFlags,
  directory: string,
  ...scans: readonly string[]
): Promise<void> {
  const options = flags.board === undefined ? {} : { board: flags.board };
  const site = await openBench(this, flags).publish(directory, scans, options, this.signal);
  if (flags.json) {
    printJson(this, site);
    return;
  }
  const note = site.simulated ? "\nSome of it is simulated and marked so on every page." : "";
  print(
    this,
    `${site.directory}: ${formatQuantity(site.files, "file")}, ${formatQuantity(site.conversations, "conversation")}${note}`,
  );
}
