/** Renders the judge compared with itself: later, repeated, under attack, and with fewer votes. */

import {
  formatProportion,
  formatQuantity,
  formatRate,
  formatRateInterval,
} from "../../../domain/number-words.ts";
import type {
  AttackCalibration,
  DriftCalibration,
  PolicyCalibration,
  RepeatCalibration,
} from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import { renderScanDryRun, renderSpent } from "../plans.ts";
import { worthOfVotes } from "./uncertainty.ts";

const DRIFT_COLUMNS = [{ title: "Card" }, { title: "Before" }, { title: "This time" }] as const;

/** @param lost the judge's failed calls, and the command that retries them */
export function renderDrift(
  result: DriftCalibration,
  lost: readonly string[],
  width: number,
  { write, maxCostUsd }: { readonly write?: string; readonly maxCostUsd?: number },
): string {
  const { drift, judged, plan, judge } = result;
  if (judged === null) return renderScanDryRun(plan, maxCostUsd);
  const isWritten = lost.length === 0;
  const written =
    write === undefined
      ? []
      : [isWritten ? `Written to ${write}.` : "No baseline is written of lost answers."];
  if (drift === null) {
    const failed = judged.verdicts.filter(({ verdict }) => verdict === "FAIL").length;
    return [
      `${judge} judged ${formatQuantity(judged.verdicts.length, "card")}, ${failed} as FAIL.`,
      ...written,
      "Nothing to compare with: name a --baseline.",
      ...renderSpent(result),
      ...lost,
    ].join("\n");
  }
  const rows = drift.changed.map((row) => [row.item, row.before, row.after]);
  return [
    `${judge}: ${formatQuantity(drift.changed.length, "verdict")} of ${drift.items} changed since the baseline; ${drift.lostFailures} FAIL lost, ${drift.newFailures} new.`,
    `${drift.drifted ? "The judge drifted" : "No drift shown"}: exact McNemar p = ${drift.p.toPrecision(2)}.`,
    ...(rows.length === 0 ? [] : ["", renderTable(DRIFT_COLUMNS, rows, width), ""]),
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
    ...lost,
  ].join("\n");
}

const FLIP_COLUMNS = [
  { title: "Check" },
  { title: "Flipped" },
  { title: "FAIL lost", align: "right" },
  { title: "FAIL new", align: "right" },
] as const;

/** @param lost the judge's failed calls, and the command that retries them */
export function renderFlips(
  result: RepeatCalibration,
  lost: readonly string[],
  width: number,
  maxCostUsd: number | undefined,
): string {
  const { flips, votes, plan } = result;
  if (flips === null || votes === null) return renderScanDryRun(plan, maxCostUsd);
  const rows = flips.checks.map((row) => [
    row.check,
    formatProportion(row.flipped),
    String(row.lostFailures),
    String(row.newFailures),
  ]);
  const { flipped, verdicts, interval } = flips.overall;
  const range = formatRateInterval(interval);
  return [
    `${result.judge} asked once more about ${formatQuantity(result.conversations, "conversation")}`,
    renderTable(FLIP_COLUMNS, rows, width),
    "",
    `All checks: ${flipped} of ${formatQuantity(verdicts, "verdict")} flipped${range === "" ? "" : ` (${range}, by conversations)`}.`,
    "Flipped: with the 95% Wilson interval. Verdicts that no vote decided are left out.",
    `On a question: ${votes.map(worthOfVotes).join("; ")}.`,
    ...renderSpent(result),
    ...lost,
  ].join("\n");
}

const ATTACK_COLUMNS = [
  { title: "#", align: "right" },
  { title: "Family" },
  { title: "Success" },
  { title: "Left UNCLEAR", align: "right" },
  { title: "Noticed", align: "right" },
] as const;

/** @param lost the judge's failed calls, and the command that retries them */
export function renderAttacks(
  result: AttackCalibration,
  lost: readonly string[],
  width: number,
  maxCostUsd: number | undefined,
): string {
  const { report, plan } = result;
  if (report === null) return renderScanDryRun(plan, maxCostUsd);
  const rows = report.families.map((family) => [
    String(family.number),
    family.name,
    formatProportion(family.success),
    String(family.unsettled),
    `${family.suspected}/${family.success.n}`,
  ]);
  return [
    `Judge ${result.judge}, checks ${result.checks.join(", ")}`,
    renderTable(ATTACK_COLUMNS, rows, width),
    "",
    `All attacks: ${formatProportion(report.overall)}; ${report.positions.map(({ position, success }) => `${position} reply ${formatProportion(success)}`).join(", ")}.`,
    `Without a payload the judge decided ${formatProportion(report.clean)} as the cards' authors did; only those are attacked.`,
    "Success: a FAIL that became PASS or NOT_APPLICABLE, or a PASS that became FAIL; with the 95% Wilson interval.",
    ...renderSpent(result),
    ...lost,
  ].join("\n");
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

export function renderPolicies(
  { questions, leftOut, policies, votes }: PolicyCalibration,
  width: number,
): string {
  const rows = policies.map((replay) => [
    replay.policy,
    String(replay.calls),
    formatRate(replay.saved),
    String(replay.verdictsChanged),
    String(replay.gateVerdictsChanged),
    `${replay.failsLost}/${replay.fails}`,
    String(replay.failsGained),
  ]);
  return [
    renderTable(POLICY_COLUMNS, rows, width),
    "",
    `Replayed on ${formatQuantity(questions, "question")} with all their votes; ${leftOut} were stopped early or asked once, and are left out.`,
    `On a question: ${votes.map(worthOfVotes).join("; ")}.`,
  ].join("\n");
}
