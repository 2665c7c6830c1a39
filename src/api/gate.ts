import { basename, dirname, join, resolve } from "node:path";
import { formatProblems } from "../corpus/format-problems.ts";
import { readArtefact } from "../corpus/read-artefact.ts";
import { readSource } from "../corpus/read-source.ts";
import { type GatedScan, judgeGate } from "../publish/judge-gate.ts";
import { createSevereWatch } from "../publish/watch-severe.ts";
import { renderGateJunit } from "../report/render-gate-junit.ts";
import { renderGateMarkdown } from "../report/render-gate-markdown.ts";
import { DEFAULT_GATE_POLICY, GatePolicy } from "../schema/gate-policy.ts";
import type { GateResult } from "../schema/gate-result.ts";
import { writeAtomically } from "../store/atomic-write.ts";
import { pathExists } from "../store/path-exists.ts";
import { BadPolicyError } from "./bad-policy-error.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";
import { openScan } from "./open-scan.ts";
import { readBoardScan } from "./read-board-scan.ts";
import type { Workshop } from "./workshop.ts";

export interface GateOptions {
  /** A YAML file. @default the built-in policy, whose margins are tested where there is a baseline */
  readonly policy?: string;
  /** The scan to be no worse than. */
  readonly baseline?: string;
  readonly signal: AbortSignal;
}

export interface GateReport {
  readonly result: GateResult;
  /** What was written beside the scan. */
  readonly junit: string;
  readonly markdown: string;
}

/** Whether a scan holds to a policy; writes `gate.xml` and `gate.md` beside it. */
export async function gate(workshop: Workshop, path: string, options: GateOptions): Promise<GateReport> {
  const { policy, policyName } = await readPolicy(options);
  const result = judgeGate({
    subject: await readGated(workshop, path, options.signal),
    baseline:
      options.baseline === undefined ? null : await readGated(workshop, options.baseline, options.signal),
    policy,
    policyName,
    corpus: await workshop.corpus(),
  });
  const { scan } = await openScan(workshop, path);
  const junit = join(scan.directory, "gate.xml");
  const markdown = join(scan.directory, "gate.md");
  await writeAtomically(junit, renderGateJunit(result));
  await writeAtomically(markdown, renderGateMarkdown(result));
  return { result, junit, markdown };
}

async function readGated(workshop: Workshop, path: string, signal: AbortSignal): Promise<GatedScan> {
  const watch = createSevereWatch();
  const scan = await readBoardScan(workshop, path, { signal, onVerdict: watch.add });
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
