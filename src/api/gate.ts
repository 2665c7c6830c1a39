import { basename, dirname, resolve } from "node:path";
import { formatProblems } from "../corpus/problem.ts";
import { readArtefact, readSource } from "../corpus/read-artefact.ts";
import { type GatedScan, judgeGate } from "../publish/judge-gate.ts";
import { createSevereWatch } from "../publish/verdict-index.ts";
import { renderGateJunit, renderGateMarkdown } from "../report/render-gate.ts";
import type { GateResult } from "../schema/board/release-gate.ts";
import { DEFAULT_GATE_POLICY, GatePolicy } from "../schema/board/release-gate.ts";
import { writeAtomically } from "../store/atomic-write.ts";
import { pathExists } from "../store/file-system.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { BadPolicyError, NoSuchFileError } from "./errors.ts";
import { openScan, readBoardScan } from "./open-scan.ts";

export interface GateOptions extends Stoppable {
  /** A YAML file. @default the built-in policy, whose margins are tested where there is a baseline */
  readonly policy?: string;
  /** The scan to be no worse than. */
  readonly baseline?: string;
}

export interface GateReport {
  readonly result: GateResult;
  /** What was written beside the scan. */
  readonly junit: string;
  readonly markdown: string;
}

/** Whether a scan holds to a policy; writes `gate.xml` and `gate.md` beside it. */
export async function gate(
  context: BenchContext,
  path: string,
  options: GateOptions = {},
): Promise<GateReport> {
  const signal = signalOf(options);
  const { policy, policyName } = await readPolicy(options);
  const result = judgeGate({
    subject: await readGated(context, path, signal),
    baseline: options.baseline === undefined ? null : await readGated(context, options.baseline, signal),
    policy,
    policyName,
    corpus: await context.corpus(),
  });
  const { scan } = await openScan(context, path);
  const { gateJunit: junit, gateMarkdown: markdown } = scan.paths;
  await writeAtomically(junit, renderGateJunit(result));
  await writeAtomically(markdown, renderGateMarkdown(result));
  return { result, junit, markdown };
}

async function readGated(context: BenchContext, path: string, signal: AbortSignal): Promise<GatedScan> {
  const watch = createSevereWatch();
  const scan = await readBoardScan(context, path, { signal, onVerdict: watch.add });
  return { scan, severe: watch.finish() };
}

async function readPolicy({ policy: path, baseline }: GateOptions) {
  if (path === undefined) {
    const { noninferiority, ...rest } = DEFAULT_GATE_POLICY;
    const margins = baseline === undefined || noninferiority === undefined ? {} : { noninferiority };
    return { policy: { ...rest, ...margins }, policyName: "built in" };
  }
  if (!(await pathExists(path))) throw new NoSuchFileError(path, {});
  const absolute = resolve(path);
  const source = await readSource(dirname(absolute), basename(absolute));
  const { value, problems } = readArtefact(source, GatePolicy);
  if (value === null) throw new BadPolicyError(formatProblems(problems));
  return { policy: value, policyName: path };
}
