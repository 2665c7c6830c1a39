import { ExitCode } from "../../../kernel/errors.ts";
import { renderComparison } from "../../../report/render-comparison.ts";
import { renderContrast } from "../../../report/render-contrast.ts";
import { renderGate, renderGateAnnotations } from "../../../report/render-gate.ts";
import type { GateOutcome } from "../../../schema/board/release-gate.ts";
import { commandLine } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { renderEvidence } from "../../render/summary.ts";

interface CompareFlags extends ReadFlags {
  readonly anyway: boolean;
  readonly modelA?: string;
  readonly modelB?: string;
}

export async function runCompare(
  this: CliContext,
  flags: CompareFlags,
  first: string,
  second: string,
): Promise<void> {
  const comparison = await openBench(this, flags).compare(first, second, {
    anyway: flags.anyway,
    ...(flags.modelA === undefined ? {} : { firstModel: flags.modelA }),
    ...(flags.modelB === undefined ? {} : { secondModel: flags.modelB }),
    signal: this.signal,
  });
  if (flags.json) printJson(this, comparison);
  else print(this, renderComparison(comparison, this.width, "--json has them all"));
}

const GATE_EXIT_CODES: Readonly<Record<GateOutcome, ExitCode>> = {
  PASS: ExitCode.done,
  FAIL: ExitCode.gateDidNotHold,
  INCONCLUSIVE: ExitCode.incomplete,
};

interface GateFlags extends ReadFlags {
  readonly policy?: string;
  readonly baseline?: string;
  readonly calibration?: readonly string[];
  readonly calibrationScan?: string;
  readonly calibrationKey?: string;
  readonly site?: string;
  readonly format?: "text" | "github";
}

export async function runGate(this: CliContext, flags: GateFlags, scan: string): Promise<void> {
  const { result, evidence, junit, markdown } = await openBench(this, flags).gate(scan, {
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
    ...(flags.calibration === undefined ? {} : { calibration: flags.calibration }),
    ...(flags.calibrationScan === undefined ? {} : { calibrationScan: flags.calibrationScan }),
    ...(flags.calibrationKey === undefined ? {} : { calibrationKey: flags.calibrationKey }),
    ...(flags.site === undefined ? {} : { site: flags.site }),
    viewCommand: `${this.program} view`,
    signal: this.signal,
  });
  this.setExitCode(GATE_EXIT_CODES[result.outcome]);
  const isGithub = flags.format === "github";
  const annotations = isGithub || this.env["GITHUB_ACTIONS"] === "true" ? renderGateAnnotations(result) : "";
  if (flags.json) {
    // Standard output is one JSON document; GitHub reads both streams.
    if (annotations !== "") this.process.stderr.write(`${annotations}\n`);
    printJson(this, { ...result, evidence, junit, markdown });
    return;
  }
  if (annotations !== "") print(this, annotations);
  if (isGithub) return;
  const undecided = result.models.flatMap((model) => model.undecided ?? []);
  const checks = [...new Set(undecided.map(({ mode_id }) => mode_id))].join(",");
  const find = commandLine(this.program, ["find", scan, "--check", checks]);
  print(
    this,
    `${renderEvidence(evidence)}${renderGate(result, this.width)}\n${undecided.length === 0 ? "" : `\nUndecided: ${find}`}\nJUnit:     ${junit}\nMarkdown:  ${markdown}`,
  );
}

export async function runContrast(
  this: CliContext,
  flags: ReadFlags & { readonly core?: string },
  scan: string,
): Promise<void> {
  const report = await openBench(this, flags).contrast(scan, {
    signal: this.signal,
    ...(flags.core === undefined ? {} : { core: flags.core }),
  });
  if (flags.json) printJson(this, report);
  else print(this, renderContrast(report, this.width));
}
