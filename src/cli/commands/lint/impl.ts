import { ExitCode } from "../../../kernel/exit-code.ts";
import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { LintFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderCoverage } from "../../render/coverage.ts";

export async function lint(this: BenchContext, flags: LintFlags, ...paths: readonly string[]): Promise<void> {
  const { problems, coverage, errors, warnings, text } = await openBench(this, flags).lint(
    paths,
    this.signal,
  );
  if (errors > 0) this.setExitCode(ExitCode.badInput);
  else if (flags.strict && warnings > 0) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, { errors, warnings, problems, coverage });
    return;
  }
  print(
    this,
    [
      ...(text === "" ? [] : [text, ""]),
      ...(flags.coverage && errors === 0 && paths.length === 0 ? [renderCoverage(coverage), ""] : []),
      `${formatQuantity(errors, "error")}, ${formatQuantity(warnings, "warning")}`,
    ].join("\n"),
  );
}
