import { renderBoardChanges } from "../../../report/render-board-changes.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function diff(
  this: BenchContext,
  flags: CommonFlags,
  before: string,
  after: string,
): Promise<void> {
  const changes = await openBench(this, flags).diffLeaderboards(before, after);
  if (flags.json) printJson(this, changes);
  else print(this, renderBoardChanges(changes).trimEnd());
}
