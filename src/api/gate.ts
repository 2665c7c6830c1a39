import { basename, dirname, resolve } from "node:path";
import { describeEvidence } from "../domain/evidence-words.ts";
import { differingParts } from "../domain/fingerprints.ts";
import { abilitiesNote } from "../domain/models.ts";
import type { BoardScan, GatedScan } from "../publish/board-scan.ts";
import { UnlikeScansError } from "../publish/errors.ts";
import { judgeGate, type MeasuredJudge } from "../publish/judge-gate.ts";
import { createSevereWatch } from "../publish/verdict-index.ts";
import { renderGateJunit } from "../report/render-gate.ts";
import { renderGateMarkdown } from "../report/render-gate-markdown.ts";
import type { GateResult } from "../schema/board/release-gate.ts";
import { DEFAULT_GATE_POLICY, GatePolicy, NAMED_GATE_POLICIES } from "../schema/board/release-gate.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { writeAtomically } from "../store/atomic-write.ts";
import { pathExists } from "../store/file-system.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { type ReadScanOptions, readBoardScan } from "./evidence/read-board-scan.ts";
import { gatePages, withWordsBefore } from "./gate/gate-pages.ts";
import { openScan } from "./open-scan.ts";

export interface GateOptions extends Stoppable {
  /** A YAML file, or `strict`. @default the built-in policy, whose margins are tested where there is a baseline */
  readonly policy?: string;
  /** The scan to be no worse than. */
  readonly baseline?: string;
  /** Label files of other conversations, which show the share of failures that the judge finds. */
  readonly calibration?: readonly string[];
  /** Scan of those labels: the same judge with the same questions. */
  readonly calibrationScan?: string;
  /** Sampling key of those labels. */
  readonly calibrationKey?: string;
  /** The address of a site that shows both scans, to which `gate.md` links. @default it names the command that shows them */
  readonly site?: string;
  /** Command that opens the viewer on a folder, for `gate.md` without a site. @default the folder alone is named */
  readonly viewCommand?: string;
}

export interface GateReport {
  readonly result: GateResult;
  /** Limits of the scan's evidence (age, gaps), a sentence each. */
  readonly evidence: readonly string[];
  /** Files written beside the scan. */
  readonly junit: string;
  readonly markdown: string;
}

/** Checks a scan against a policy; writes `gate.xml` and `gate.md` beside it. */
export async function gate(
  bench: BenchContext,
  path: string,
  options: GateOptions = {},
): Promise<GateReport> {
  const signal = signalOf(options);
  const { policy, policyName } = await readPolicy(options);
  // Only a policy that names a pack gates a scan by that pack's checks; any other policy gates the core's.
  const context =
    policy.pack === undefined
      ? bench
      : await (await import("./packs/context-of.ts")).contextOfScan(bench, path);
  let evidence: readonly string[] = [];
  const onSeal = (seal: Seal) => {
    evidence = describeEvidence(seal);
  };
  const subject = await readGated(context, path, policy, { signal, onSeal });
  const { can } = subject.scan.plan;
  if (can !== undefined) evidence = [...evidence, `${abilitiesNote(can).title}: ${abilitiesNote(can).text}`];
  const calibration = await readCalibration(context, options, subject.scan);
  const pages = await gatePages(context, { scan: path, baseline: options.baseline }, options);
  const judged = judgeGate({
    subject,
    baseline:
      options.baseline === undefined ? null : await readGated(context, options.baseline, policy, { signal }),
    policy,
    policyName,
    corpus: await context.corpus(),
    ...(calibration === null ? {} : { calibration }),
  });
  const { baseline } = options;
  const result =
    baseline === undefined ? judged : await withWordsBefore(context, { scan: path, baseline }, judged);
  const { scan } = await openScan(context, path);
  const { gateJunit: junit, gateMarkdown: markdown } = scan.paths;
  await writeAtomically(junit, renderGateJunit(result));
  await writeAtomically(markdown, renderGateMarkdown(result, evidence, pages));
  return { result, evidence, junit, markdown };
}

async function readGated(
  context: BenchContext,
  path: string,
  policy: GatePolicy,
  options: Pick<ReadScanOptions, "signal" | "onSeal">,
): Promise<GatedScan> {
  const watch = createSevereWatch(new Set(Object.keys(policy.checks ?? {})));
  const scan = await readBoardScan(context, path, { ...options, onVerdict: watch.add });
  const { pack, by_pack: byPack } = scan.plan;
  if (policy.pack !== byPack?.name)
    throw apiErrors.IB_OTHER_POLICY(path, { policy: policy.pack, scan: byPack?.name });
  if (pack !== undefined && byPack === undefined)
    throw apiErrors.IB_PACK_SCAN(path, pack.name, "a release is gated by the core");
  return { scan, ...watch.finish() };
}

/** Reads what labels show about the judge. A judge with other questions counts as another judge. */
async function readCalibration(
  context: BenchContext,
  options: GateOptions,
  { path, plan }: BoardScan,
): Promise<MeasuredJudge | null> {
  const { calibration: files, calibrationScan, calibrationKey: key } = options;
  if (files === undefined) return null;
  if (calibrationScan === undefined)
    throw apiErrors.IB_MISSING_SCAN("what a judge misses", "calibrationScan");
  const { foundFailures } = await import("../calibrate/corrected-rates.ts");
  const { readSeparateSet, refuseOtherVerdicts } = await import("./calibrate/labels.ts");
  const { validation, scan } = await readSeparateSet(
    context,
    { files, scan: calibrationScan, key },
    plan.transcripts.map(({ transcript_hash }) => transcript_hash),
  );
  if (validation.key !== null) refuseOtherVerdicts(calibrationScan, validation.key, scan.verdicts);
  const differing = differingParts(plan.fingerprints.scoring.parts, scan.scoring.parts);
  if (differing.length > 0) {
    const parts = differing.map((part) => `scoring.${part}`);
    throw new UnlikeScansError(calibrationScan, path, parts);
  }
  const annotators = new Set(validation.labels.flatMap(({ labels }) => [...labels.keys()]));
  return {
    source: `labels of ${calibrationScan} by ${[...annotators].sort().join(", ")}`,
    found: foundFailures(validation),
  };
}

async function readPolicy({
  policy: path,
  baseline,
}: GateOptions): Promise<{ readonly policy: GatePolicy; readonly policyName: string }> {
  const named = path === undefined ? DEFAULT_GATE_POLICY : NAMED_GATE_POLICIES.get(path);
  if (path === undefined || named !== undefined) {
    const { noninferiority, ...rest } = named ?? DEFAULT_GATE_POLICY;
    const margins = baseline === undefined ? {} : { noninferiority };
    return { policy: { ...rest, ...margins }, policyName: path ?? "built in" };
  }
  if (!(await pathExists(path))) throw apiErrors.IB_NO_SUCH_FILE(path, {});
  const { formatProblems } = await import("../corpus/problem.ts");
  const { readArtefact, readSource } = await import("../corpus/read-artefact.ts");
  const absolute = resolve(path);
  const source = await readSource(dirname(absolute), basename(absolute));
  const { value, problems } = readArtefact(source, GatePolicy);
  if (value === null) throw apiErrors.IB_BAD_POLICY(formatProblems(problems));
  return { policy: value, policyName: path };
}
