import { dirname, join } from "node:path";
import { collectLabels, peopleVerdict } from "../../calibrate/collect-labels.ts";
import { verdictKey } from "../../domain/keys.ts";
import { ownScanName } from "../../domain/scenarios.ts";
import { hasCode } from "../../kernel/errors.ts";
import { hashOf } from "../../kernel/hash.ts";
import { by } from "../../kernel/order.ts";
import { scanByPeople } from "../../pipeline.ts";
import { decideItems } from "../../review/apply-labels.ts";
import { isDrawnFrom } from "../../review/batch.ts";
import { reviewErrors } from "../../review/errors.ts";
import { type AppliedFiles, hashOfLabels, peopleScanName } from "../../review/people-plan.ts";
import { RunId } from "../../schema/ids.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../../schema/review/review-key.ts";
import { type PeopleSource, SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Summary } from "../../schema/scan/summary.ts";
import { readJsonArtefact } from "../../store/artefact-files.ts";
import { storeErrors } from "../../store/errors.ts";
import { pathExists } from "../../store/file-system.ts";
import { findScan } from "../../store/find.ts";
import { REVIEW_KEY_SUFFIX, SCANS_NAME, scanDirectory } from "../../store/layout.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf, type TakingOver } from "../bench-options.ts";
import { readLabels } from "../calibrate/labels.ts";
import { apiErrors } from "../errors.ts";
import { partsThatDiffer } from "../evidence/verify-and-repair.ts";
import { openEvidence, openScanSource } from "../open-scan.ts";

export interface ReviewApplyOptions extends Stoppable, TakingOver {
  /** Files from `merge`: the annotators' labels, and the adjudicators' decisions. */
  readonly labels: readonly string[];
  /** The keys of the batches. @default `<batch>.key.json` beside each label file */
  readonly keyFiles?: readonly string[];
  /** Name of the new scan. @default made of the scan's name and the labels */
  readonly name?: string;
}

export interface AppliedReview {
  /** The new scan, as a name below the results folder. */
  readonly scan: string;
  /** The labelled scan, likewise. */
  readonly source: string;
  readonly directory: string;
  readonly report: string;
  /** Source of the new scan, and people's decisions in it. */
  readonly people: PeopleSource;
  /** Verdicts on which annotators differ, so that an adjudicator decided. */
  readonly adjudicated: number;
  /** Verdicts that differ from the judge's. */
  readonly changed: number;
  /** Verdicts that people call a failure without quoting the assistant: they stay undecided. */
  readonly unquoted: readonly string[];
  readonly summary: Summary;
}

/**
 * Writes a new scan beside the labelled one, with people's decisions in place of its verdicts. Asks no model; the old
 * scan stays as it is.
 */
export async function applyReview(
  context: BenchContext,
  path: string,
  options: ReviewApplyOptions,
): Promise<AppliedReview> {
  const signal = signalOf(options);
  const { scan: source, seal } = await openEvidence(context, path);
  const sourcePlan = await source.readPlan();
  if (sourcePlan.people !== undefined)
    throw reviewErrors.IB_DECIDED_BY_PEOPLE(path, sourcePlan.people.scan_id);
  const changedParts = await partsThatDiffer(context, source);
  if (changedParts.length > 0) throw apiErrors.IB_CORPUS_CHANGED(path, changedParts);
  const applied = await readApplied(path, { scanId: source.scanId, plan: sourcePlan }, options);
  const { decided, alone, disputed } = decideItems(applied.files.flat());
  if (decided.size === 0)
    throw reviewErrors.IB_NOTHING_DECIDED({ alone: alone.length, disputed: disputed.length });
  signal.throwIfAborted();

  const { results, runId } = await findScan(path, context.results);
  const folder = runId ?? SCANS_NAME;
  const runIds = runId === null ? (sourcePlan.runs ?? []).map(({ run_id }) => run_id) : [runId];
  const { home, close } = await openScanSource(
    context,
    runIds.map((id) => join(results, id)),
    options,
  );
  try {
    const tools = {
      corpus: await context.corpus(),
      matcher: await context.matcher(),
      clock: context.clock,
    };
    const scanId = (plan: ScanPlan) => freeName(dirname(source.directory), plan, options.name);
    const { plan, rows, scan, report, scores } = await scanByPeople(
      { source, home, ...applied, seal, scanId },
      tools,
    );
    const { people } = plan;
    if (people === undefined) throw new Error(`${scan.directory} does not say what it comes from`);
    return {
      scan: `${folder}/${scan.scanId}`,
      source: `${folder}/${source.scanId}`,
      directory: scan.directory,
      report,
      people,
      adjudicated: rows.filter((row) => row.details.people?.how === "adjudicated").length,
      changed: people.decided
        .filter((each) => each.judge !== each.people)
        .reduce((sum, each) => sum + each.verdicts, 0),
      unquoted: rows
        .filter((row) => row.details.cause === "people_without_quote")
        .map((row) => verdictKey(row.transcript_id, row.mode_id)),
      summary: scores.summary,
    };
  } finally {
    await close();
  }
}

/** Reads the labels about this scan's verdicts only, in an order independent of the file order. */
async function readApplied(
  path: string,
  scan: { readonly scanId: string; readonly plan: ScanPlan },
  { labels, keyFiles }: ReviewApplyOptions,
): Promise<AppliedFiles> {
  const placed = await Promise.all(labels.map((file) => Array.fromAsync(readLabels(file))));
  for (const item of collectLabels(placed.flat())) peopleVerdict(item);
  const keys = await Promise.all([...new Set(keyFiles ?? labels.map(keyBeside))].map(readKey));
  for (const { file, key } of keys) {
    const drawnFrom = `${key.run_id ?? SCANS_NAME}/${key.scan_id}`;
    if (!isDrawnFrom(key, scan)) throw reviewErrors.IB_OTHER_SCAN_LABELLED(file, path, drawnFrom);
  }
  const drawn = new Map(
    keys.flatMap(({ key }) => key.items.map(({ verdict_item, axis }) => [verdict_item, axis] as const)),
  );
  for (const { row, place } of placed.flat())
    if (drawn.get(row.item) !== row.axis) throw reviewErrors.IB_LABEL_OUTSIDE_BATCH(row.item, place);
  const files = placed.map((rows) => rows.map(({ row }) => row));
  const batches = keys.map(({ key: { batch_id, batch_hash } }) => ({ batch_id, batch_hash }));
  return {
    files: files.filter((rows) => rows.length > 0).toSorted(by(hashOfLabels)),
    batches: batches.toSorted(by(({ batch_hash }) => batch_hash)),
  };
}

/** Default path of `merge`. */
function keyBeside(labelFile: string): string {
  return `${labelFile.replace(/(\.labels|\.adjudicated)?\.jsonl$/, "")}${REVIEW_KEY_SUFFIX}`;
}

async function readKey(file: string): Promise<{ readonly file: string; readonly key: ReviewKey }> {
  const hint = "It says which verdicts the labels are about. Name it with `keyFiles` where it is kept apart.";
  const key = await readJsonArtefact(file, ReviewKey, REVIEW_KEY_VERSION).catch((error: unknown) => {
    throw hasCode(error, "IB_NO_SUCH_ARTIFACT")
      ? storeErrors.IB_NO_SUCH_ARTIFACT(file, { cause: error, hint })
      : error;
  });
  return { file, key };
}

/** Returns a free name: a scan never overwrites one with another source. */
async function freeName(folder: string, plan: ScanPlan, wanted: string | undefined): Promise<RunId> {
  const { by_pack: byPack } = plan;
  if (wanted?.includes("."))
    throw apiErrors.IB_BAD_RUN_ID(
      wanted,
      "Of a scan what follows a dot names the pack whose checks judged: use none.",
    );
  // A scan by a pack's own checks carries the pack's name, after people's decisions too.
  const named = (plain: string) => (byPack === undefined ? plain : ownScanName(plain, byPack.name));
  const full = named(wanted ?? peopleScanName(plan).replace(named(""), ""));
  const name = RunId.safeParse(full);
  if (!name.success) throw apiErrors.IB_BAD_RUN_ID(full);
  const { scanPlan } = scanDirectory(join(folder, name.data));
  if (!(await pathExists(scanPlan))) return name.data;
  const there = await readJsonArtefact(scanPlan, ScanPlan, SCAN_PLAN_VERSION);
  if (hashOf(there.people ?? null) !== hashOf(plan.people)) throw reviewErrors.IB_SCAN_NAME_TAKEN(name.data);
  return name.data;
}
