import { ExitCode } from "../../../kernel/exit-code.ts";
import { formatQuantity } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { ScanFlags, WorkFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderScanPlan } from "../../render/scan-plan.ts";
import { scanOptionsOf } from "../../work-options.ts";

interface DriftFlags extends WorkFlags, Pick<ScanFlags, "check" | "repetitions"> {
  readonly judge: string;
  readonly baseline?: string;
  readonly write?: string;
  readonly size?: number;
  readonly seed?: number;
}

const COLUMNS = [{ title: "Card" }, { title: "Before" }, { title: "This time" }] as const;

export async function calibrateDrift(this: BenchContext, flags: DriftFlags): Promise<void> {
  const { judge, baseline, write, size, seed } = flags;
  const options = {
    ...scanOptionsOf(flags),
    judge,
    ...(baseline === undefined ? {} : { baseline }),
    ...(write === undefined ? {} : { write }),
    ...(size === undefined ? {} : { size }),
    ...(seed === undefined ? {} : { seed }),
  };
  const result = await openBench(this, flags).calibrateDrift(options, followWork(this, flags));
  const { drift, judged, plan, directory } = result;
  if (drift?.drifted) this.setExitCode(ExitCode.gateDidNotHold);
  if (flags.json) {
    printJson(this, result);
    return;
  }
  if (judged === null) {
    print(this, `${renderScanPlan(plan)}\nWritten to ${directory}; no model was asked.`);
    return;
  }
  const written = write === undefined ? [] : [`Written to ${write}.`];
  if (drift === null) {
    const failed = judged.verdicts.filter(({ verdict }) => verdict === "FAIL").length;
    print(
      this,
      [
        `${judge} judged ${formatQuantity(judged.verdicts.length, "card")}, ${failed} as FAIL.`,
        ...written,
        "Nothing to compare with: name a --baseline.",
      ].join("\n"),
    );
    return;
  }
  const rows = drift.changed.map((row) => [row.item, row.before, row.after]);
  print(
    this,
    [
      `${judge}: ${formatQuantity(drift.changed.length, "verdict")} of ${drift.items} changed since the baseline; ${drift.lost_failures} FAIL lost, ${drift.new_failures} new.`,
      `${drift.drifted ? "The judge drifted" : "No drift shown"}: exact McNemar p = ${drift.p.toPrecision(2)}.`,
      ...(rows.length === 0 ? [] : ["", renderTable(COLUMNS, rows), ""]),
      ...(drift.not_compared.length === 0
        ? []
        : [`Not compared, because their text or the set changed: ${drift.not_compared.join(", ")}.`]),
      ...(drift.changed_parts.length === 0
        ? []
        : [
            `Changed since the baseline, and perhaps the reason: ${drift.changed_parts.join(", ")}. Write a new one.`,
          ]),
      ...written,
    ].join("\n"),
  );
}
