import { ExitCode } from "../../../kernel/exit-code.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function doctor(this: BenchContext, flags: ReadFlags): Promise<void> {
  const findings = await openBench(this, flags).doctor();
  if (findings.some((finding) => finding.state === "problem")) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, findings);
    return;
  }
  const columns = [{ title: "Topic" }, { title: "State" }, { title: "Finding" }];
  print(
    this,
    renderTable(
      columns,
      findings.map(({ topic, state, message }) => [topic, state, message]),
    ),
  );
}
