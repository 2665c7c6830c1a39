/** The judge against itself: later, once more, under attack, and with fewer votes. */

import {
  formatProportion,
  formatQuantity,
  formatRate,
  formatRateInterval,
} from "../../../domain/number-words.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { renderTable } from "../../../report/render-table.ts";
import { commandLine } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { JudgingFlags, ReadFlags, ScanFlags, WorkFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench, scanOptionsOf } from "../../open-bench.ts";
import { renderScanDryRun, renderSpent } from "../../render/plans.ts";
import { inSnakeCase } from "../../speak-flags.ts";
import { tellLosses } from "../../tell-losses.ts";
import { worthOfVotes } from "./uncertainty.ts";

interface DriftFlags extends WorkFlags, Pick<ScanFlags, "check" | "repetitions" | "retryLost"> {
  readonly judge: string;
  readonly baseline?: string;
  readonly write?: string;
  readonly size?: number;
  readonly seed?: number;
}

const DRIFT_COLUMNS = [{ title: "Card" }, { title: "Before" }, { title: "This time" }] as const;

export async function runCalibrateDrift(this: CliContext, flags: DriftFlags): Promise<void> {
  const { judge, baseline, write, size, seed } = flags;
  const options = {
    ...scanOptionsOf(flags),
    judge,
    ...(baseline === undefined ? {} : { baseline }),
    ...(write === undefined ? {} : { write }),
    ...(size === undefined ? {} : { size }),
    ...(seed === undefined ? {} : { seed }),
  };
  const result = await openBench(this, flags).calibrate.drift(options, followWork(this, flags));
  const { drift, judged, plan } = result;
  if (drift?.drifted) this.setExitCode(ExitCode.gateDidNotHold);
  // After that: of answers that are missing nobody can say whether the judge drifted.
  const { lines, ...again } = tellLosses(this, result, commandLine(this.program, this.args));
  if (flags.json) {
    printJson(this, inSnakeCase({ ...result, ...again }));
    return;
  }
  if (judged === null) {
    print(this, renderScanDryRun(plan, flags.maxCostUsd));
    return;
  }
  const isWritten = lines.length === 0;
  const written =
    write === undefined
      ? []
      : [isWritten ? `Written to ${write}.` : "No baseline is written of lost answers."];
  if (drift === null) {
    const failed = judged.verdicts.filter(({ verdict }) => verdict === "FAIL").length;
    print(
      this,
      [
        `${judge} judged ${formatQuantity(judged.verdicts.length, "card")}, ${failed} as FAIL.`,
        ...written,
        "Nothing to compare with: name a --baseline.",
        ...renderSpent(result),
        ...lines,
      ].join("\n"),
    );
    return;
  }
  const rows = drift.changed.map((row) => [row.item, row.before, row.after]);
  print(
    this,
    [
      `${judge}: ${formatQuantity(drift.changed.length, "verdict")} of ${drift.items} changed since the baseline; ${drift.lostFailures} FAIL lost, ${drift.newFailures} new.`,
      `${drift.drifted ? "The judge drifted" : "No drift shown"}: exact McNemar p = ${drift.p.toPrecision(2)}.`,
      ...(rows.length === 0 ? [] : ["", renderTable(DRIFT_COLUMNS, rows, this.width), ""]),
      ...(drift.notCompared.length === 0
        ? []
        : [`Not compared, because their text or the set changed: ${drift.notCompared.join(", ")}.`]),
      ...(drift.changedParts.length === 0
        ? []
        : [
            `Changed since the baseline, and perhaps the reason: ${drift.changedParts.join(", ")}. Write a new one.`,
          ]),
      ...written,
      ...renderSpent(result),
      ...lines,
    ].join("\n"),
  );
}

interface AaFlags extends WorkFlags, Pick<ScanFlags, "retryLost"> {
  readonly share?: number;
  readonly seed?: number;
}

const FLIP_COLUMNS = [
  { title: "Check" },
  { title: "Flipped" },
  { title: "FAIL lost", align: "right" },
  { title: "FAIL new", align: "right" },
] as const;

export async function runCalibrateAa(this: CliContext, flags: AaFlags, scan: string): Promise<void> {
  const result = await openBench(this, flags).calibrate.repeat(scan, flags, followWork(this, flags));
  const { flips, votes, plan } = result;
  const { lines, ...again } = tellLosses(this, result, commandLine(this.program, this.args));
  if (flags.json) {
    printJson(this, inSnakeCase({ ...result, ...again }));
    return;
  }
  if (flips === null || votes === null) {
    print(this, renderScanDryRun(plan, flags.maxCostUsd));
    return;
  }
  const rows = flips.checks.map((row) => [
    row.check,
    formatProportion(row.flipped),
    String(row.lostFailures),
    String(row.newFailures),
  ]);
  const { flipped, verdicts, interval } = flips.overall;
  const range = formatRateInterval(interval);
  print(
    this,
    [
      `${result.judge} asked once more about ${formatQuantity(result.conversations, "conversation")}`,
      renderTable(FLIP_COLUMNS, rows, this.width),
      "",
      `All checks: ${flipped} of ${formatQuantity(verdicts, "verdict")} flipped${range === "" ? "" : ` (${range}, by conversations)`}.`,
      "Flipped: with the 95% Wilson interval. Verdicts that no vote decided are left out.",
      `On a question: ${votes.map(worthOfVotes).join("; ")}.`,
      ...renderSpent(result),
      ...lines,
    ].join("\n"),
  );
}

const ATTACK_COLUMNS = [
  { title: "#", align: "right" },
  { title: "Family" },
  { title: "Success" },
  { title: "Left UNCLEAR", align: "right" },
  { title: "Noticed", align: "right" },
] as const;

export async function runCalibrateAttacks(this: CliContext, flags: JudgingFlags): Promise<void> {
  const control = followWork(this, flags);
  // The same settings continue the same scan.
  this.setResumeCommand(commandLine(this.program, this.args));
  const result = await openBench(this, flags).calibrate.attacks(scanOptionsOf(flags), control);
  const { report } = result;
  const { lines, ...again } = tellLosses(this, result);
  if (flags.json) {
    printJson(this, inSnakeCase({ ...result, ...again }));
    return;
  }
  if (report === null) {
    print(this, renderScanDryRun(result.plan, flags.maxCostUsd));
    return;
  }
  const rows = report.families.map((family) => [
    String(family.number),
    family.name,
    formatProportion(family.success),
    String(family.unsettled),
    `${family.suspected}/${family.success.n}`,
  ]);
  print(
    this,
    [
      `Judge ${result.judge}, checks ${result.checks.join(", ")}`,
      renderTable(ATTACK_COLUMNS, rows, this.width),
      "",
      `All attacks: ${formatProportion(report.overall)}; ${report.positions.map(({ position, success }) => `${position} reply ${formatProportion(success)}`).join(", ")}.`,
      `Without a payload the judge decided ${formatProportion(report.clean)} as the cards' authors did; only those are attacked.`,
      "Success: a FAIL that became PASS or NOT_APPLICABLE, or a PASS that became FAIL; with the 95% Wilson interval.",
      ...renderSpent(result),
      ...lines,
    ].join("\n"),
  );
}

const POLICY_COLUMNS = [
  { title: "Policy" },
  { title: "Calls", align: "right" },
  { title: "Saved", align: "right" },
  { title: "Verdicts changed", align: "right" },
  { title: "of them gates", align: "right" },
  { title: "FAILs lost", align: "right" },
  { title: "FAILs gained", align: "right" },
] as const;

export async function runCalibratePolicies(this: CliContext, flags: ReadFlags, scan: string): Promise<void> {
  const result = await openBench(this, flags).calibrate.policies(scan);
  const { questions, leftOut, policies, votes } = result;
  if (flags.json) {
    printJson(this, inSnakeCase(result));
    return;
  }
  const rows = policies.map((replay) => [
    replay.policy,
    String(replay.calls),
    formatRate(replay.saved),
    String(replay.verdictsChanged),
    String(replay.gateVerdictsChanged),
    `${replay.failsLost}/${replay.fails}`,
    String(replay.failsGained),
  ]);
  print(
    this,
    [
      renderTable(POLICY_COLUMNS, rows, this.width),
      "",
      `Replayed on ${formatQuantity(questions, "question")} with all their votes; ${leftOut} were stopped early or asked once, and are left out.`,
      `On a question: ${votes.map(worthOfVotes).join("; ")}.`,
    ].join("\n"),
  );
}
