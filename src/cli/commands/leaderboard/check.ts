import { ExitCode } from "../../../kernel/exit-code.ts";
import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const SHOWN = 20;

export async function check(
  this: BenchContext,
  flags: CommonFlags & { readonly strict: boolean },
  folder?: string,
): Promise<void> {
  const { directory, problems } = await openBench(this, flags).checkLeaderboard(folder, {
    strict: flags.strict,
    signal: this.signal,
  });
  if (problems.length > 0) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, { directory, strict: flags.strict, problems });
    return;
  }
  if (problems.length === 0) {
    print(this, `${directory}: the board is what its scans give.`);
    return;
  }
  const shown = problems.slice(0, SHOWN).map(({ where, message }) => `${where}: ${message}`);
  const hidden = problems.length - shown.length;
  print(
    this,
    [
      ...shown,
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      "",
      `${directory}: ${formatQuantity(problems.length, "problem")}.`,
    ].join("\n"),
  );
}
