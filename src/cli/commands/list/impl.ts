import type { ListKind } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import { CoverageOfChecksError } from "../../coverage-of-checks-error.ts";
import type { ListFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

export async function list(this: BenchContext, flags: ListFlags, kind: ListKind): Promise<void> {
  if (flags.coverage && kind !== "checks") throw new CoverageOfChecksError(kind);
  const bench = openBench(this, flags);
  const rows = await (flags.coverage ? bench.listCoverage() : bench.list(kind));
  if (flags.json) {
    printJson(this, rows);
    return;
  }
  const [first] = rows;
  if (first === undefined) {
    print(this, `There are no ${kind}.`);
    return;
  }
  const columns = Object.entries(first).map(([title, value]) => ({
    title,
    align: typeof value === "number" ? ("right" as const) : ("left" as const),
  }));
  print(
    this,
    renderTable(
      columns,
      rows.map((row) => Object.values(row).map(String)),
    ),
  );
}
