import { renderBoard } from "../../../report/render-board.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

interface BuildFlags extends CommonFlags {
  readonly out?: string;
  readonly previous?: string;
}

export async function build(
  this: BenchContext,
  flags: BuildFlags,
  ...scans: readonly string[]
): Promise<void> {
  const { out, previous, ...common } = flags;
  const built = await openBench(this, common).buildLeaderboard(scans, {
    ...(out === undefined ? {} : { directory: out }),
    ...(previous === undefined ? {} : { previous }),
    signal: this.signal,
  });
  if (flags.json) printJson(this, built.board);
  else print(this, `${renderBoard(built.board)}\n\nBoard: ${built.directory}`);
}
