import { ExitCode } from "../../../kernel/exit-code.ts";
import { renderGate } from "../../../report/render-gate.ts";
import { renderGateAnnotations } from "../../../report/render-gate-annotations.ts";
import type { GateOutcome } from "../../../schema/gate-result.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const EXIT_CODES: Readonly<Record<GateOutcome, ExitCode>> = {
  PASS: ExitCode.done,
  FAIL: ExitCode.gateDidNotHold,
  INCONCLUSIVE: ExitCode.incomplete,
};

interface GateFlags extends ReadFlags {
  readonly policy?: string;
  readonly baseline?: string;
}

export async function gate(this: BenchContext, flags: GateFlags, scan: string): Promise<void> {
  const { result, junit, markdown } = await openBench(this, flags).gate(scan, {
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
    signal: this.signal,
  });
  this.setExitCode(EXIT_CODES[result.outcome]);
  const annotations = this.env["GITHUB_ACTIONS"] === "true" ? renderGateAnnotations(result) : "";
  if (flags.json) {
    // Standard output is one JSON document; GitHub reads both streams.
    if (annotations !== "") this.process.stderr.write(`${annotations}\n`);
    printJson(this, { ...result, junit, markdown });
    return;
  }
  if (annotations !== "") print(this, annotations);
  print(this, `${renderGate(result)}\n\nJUnit:    ${junit}\nMarkdown: ${markdown}`);
}
