import { join } from "node:path";
import { blindItem, type LabelDraw, sampleForLabelling } from "../../calibrate/sample-for-labelling.ts";
import { doubtSignals, repliesNamed } from "../../calibrate/two-phase-design.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { checksMatching } from "../../corpus/corpus.ts";
import { verdictKey } from "../../domain/keys.ts";
import { fingerprintOf } from "../../kernel/hash.ts";
import { batchSecret, factsForCheck, identifyItems, supportResources } from "../../review/batch.ts";
import { type CheckId, Sha256, TranscriptId } from "../../schema/ids.ts";
import { ReviewItem } from "../../schema/review/review-batch.ts";
import { REVIEW_KEY_VERSION, type ReviewKey } from "../../schema/review/review-key.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import { findScan } from "../../store/find.ts";
import { REVIEWS_NAME, reviewDirectory } from "../../store/layout.ts";
import { keepReviewBatch, sealReviewBatch } from "../../store/review-batch.ts";
import { intervalsFor } from "../../text/duties/which-duties.ts";
import { createCareRegistry } from "../../text/facts/care-registry.ts";
import { createHelpReader, type HelpReader } from "../../text/facts/read-help.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { judgedAlone, openScan } from "../open-scan.ts";

const DEFAULT_PER_STRATUM = 10;
const DEFAULT_LABELS = 80;

export interface ReviewExportOptions extends Stoppable {
  /** Patterns of check ids. @default all */
  readonly checks?: readonly string[];
  /** Verdicts drawn for each check and outcome. @default 10, unless `perCheck` is given */
  readonly perStratum?: number;
  /** Verdicts drawn for each check regardless of outcome: a random sample, which can correct rates. */
  readonly perCheck?: number;
  /**
   * `two-phase` draws each check's verdicts where labels teach most, with known chances: its labels are weighted.
   * @default "by-verdict", or by check where `perCheck` is given
   */
  readonly design?: "by-verdict" | "two-phase";
  /** Verdicts drawn for each check in a two-phase design. @default 80 */
  readonly labels?: number;
  /**
   * Exactly these verdicts, by their names `<transcript_id>#<mode_id>`, instead of a draw. The person who picks them
   * knows the verdicts: their labels can overrule these verdicts, but cannot measure a judge.
   */
  readonly verdicts?: readonly string[];
  /** @default 0 */
  readonly seed?: number;
  /** @default `reviews/<batch id>` below the current directory */
  readonly directory?: string;
}

export interface ExportedReview {
  readonly batchId: string;
  readonly directory: string;
  /** The key file; annotators must not see it. */
  readonly keyFile: string;
  readonly items: number;
  readonly checks: number;
  /** Number of verdicts in the draw's population. */
  readonly verdicts: number;
}

/** Writes a frozen batch of a scan's verdicts for blind labelling. The same scan and seed give the same bytes. */
export async function exportReview(
  context: BenchContext,
  path: string,
  options: ReviewExportOptions = {},
): Promise<ExportedReview> {
  const signal = signalOf(options);
  const drawing = drawOf(options);
  const corpus = await context.corpus();
  const { run, scan } = await judgedAlone(path, openScan(context, path));
  const { runId } = await findScan(path, context.results);
  const plan = await scan.readPlan();
  refuseOtherCorpus(path, plan, corpus);
  const { seed = 0, checks = [] } = options;

  const wanted = new Set(checksMatching(corpus.checks.values(), checks).map(({ id }) => id));
  const rows = await readCandidates(scan.readVerdicts(), wanted);
  const named = repliesNamed(await Array.fromAsync(scan.readScorerResults()));
  const candidates = [...rows].map(([item, row]) => ({
    ...row,
    signals: doubtSignals(row.details, named.get(item)),
  }));
  const sampled = sampleForLabelling(candidates, { seed, ...drawing });
  if ("chosen" in drawing) refuseUnknown(path, drawing.chosen, sampled);
  if (sampled.length === 0) throw apiErrors.IB_NOTHING_TO_REVIEW(path, checks);
  const keyItems = identifyItems(sampled, batchSecret(plan, seed));
  const { coordination } = corpus.words;
  const registry = createCareRegistry(corpus.helpLines, corpus.facts, coordination);
  const help = createHelpReader(registry, coordination);
  const items: ReviewItem[] = [];
  for (const { item, verdict_item } of keyItems) {
    signal.throwIfAborted();
    items.push(await readItem(item, rows.get(verdict_item), { context, corpus, run, plan, help }));
  }

  const axes = [...new Set(items.map(({ axis }) => axis))].sort();
  const sealed = sealReviewBatch(
    {
      simulated: await run.isSimulated(),
      ...(corpus.private || [...rows.values()].some((row) => row.private) ? { private: true as const } : {}),
      corpus_version: corpus.version,
      references: axes.flatMap((axis) => {
        const check = corpus.checks.get(axis);
        const facts = check === undefined ? [] : factsForCheck(check, corpus.facts);
        return facts.length === 0 ? [] : [{ axis, facts: [...facts] }];
      }),
      resources: [...supportResources(corpus.helpLines)],
    },
    items,
  );
  const key: ReviewKey = {
    schema_version: REVIEW_KEY_VERSION,
    batch_id: sealed.batch.batch_id,
    batch_hash: sealed.batch.hash,
    run_id: runId,
    scan_id: scan.scanId,
    scoring_hash: Sha256.parse(plan.fingerprints.scoring.hash),
    seed,
    per_stratum: "perStratum" in drawing ? drawing.perStratum : null,
    per_check: "perCheck" in drawing ? drawing.perCheck : null,
    ...("twoPhase" in drawing ? { two_phase: drawing.twoPhase } : {}),
    ...("chosen" in drawing ? { chosen: true as const } : {}),
    checks: [...checks],
    items: [...keyItems],
  };
  const directory = options.directory ?? join(REVIEWS_NAME, sealed.batch.batch_id);
  await keepReviewBatch(directory, sealed, key);
  const paths = reviewDirectory(directory);
  return {
    batchId: sealed.batch.batch_id,
    directory: paths.path,
    keyFile: paths.key,
    items: items.length,
    checks: axes.length,
    verdicts: rows.size,
  };
}

function drawOf({ design, labels, perStratum, perCheck, verdicts }: ReviewExportOptions): LabelDraw {
  const isTwoPhase = design === "two-phase";
  const ways = [perStratum, perCheck, isTwoPhase ? design : undefined, verdicts];
  const given = ways.filter((way) => way !== undefined);
  if (given.length > 1 || (labels !== undefined && !isTwoPhase)) throw apiErrors.IB_TWO_DRAWS();
  if (verdicts !== undefined) return { chosen: new Set(verdicts) };
  if (isTwoPhase) return { twoPhase: labels ?? DEFAULT_LABELS };
  return perCheck === undefined ? { perStratum: perStratum ?? DEFAULT_PER_STRATUM } : { perCheck };
}

/** Throws for a name without a verdict, since the user wanted it labelled. */
function refuseUnknown(
  path: string,
  chosen: ReadonlySet<string>,
  sampled: readonly { readonly verdict_item: string }[],
): void {
  const found = new Set(sampled.map(({ verdict_item }) => verdict_item));
  const unknown = [...chosen].filter((name) => !found.has(name));
  if (unknown.length > 0) throw apiErrors.IB_UNKNOWN_VERDICT(path, unknown);
}

/** Leaves out verdicts without a window, which leave nothing to label. */
async function readCandidates(
  verdicts: AsyncIterable<VerdictRow>,
  wanted: ReadonlySet<CheckId>,
): Promise<ReadonlyMap<string, VerdictRow>> {
  const rows = new Map<string, VerdictRow>();
  for await (const row of verdicts) {
    if (!wanted.has(row.mode_id) || !row.eligible) continue;
    if (row.verdict === "UNCLEAR" && row.details.windows.length === 0) continue;
    rows.set(verdictKey(row.transcript_id, row.mode_id), row);
  }
  return rows;
}

async function readItem(
  item: string,
  row: VerdictRow | undefined,
  world: {
    readonly context: BenchContext;
    readonly corpus: Corpus;
    readonly run: Awaited<ReturnType<typeof openScan>>["run"];
    readonly plan: Pick<ScanPlan, "as_of">;
    readonly help: HelpReader;
  },
): Promise<ReviewItem> {
  const check = row === undefined ? undefined : world.corpus.checks.get(row.mode_id);
  if (row === undefined || check === undefined) throw new Error(`item ${item} has no verdict or no check`);
  const transcript = await world.run.readTranscript(TranscriptId.parse(row.transcript_id));
  const foundByJudge = row.details.windows.flatMap(({ cue_turn, cue_source }) =>
    cue_source === "judge" && cue_turn !== undefined ? [{ turn: cue_turn, source: cue_source }] : [],
  );
  return ReviewItem.parse(
    blindItem({
      item,
      check,
      scenario: world.corpus.scenarios.get(row.scenario_id) ?? null,
      transcript,
      lexicons: world.corpus.lexicons,
      matcher: await world.context.matcher(),
      foundByJudge,
      help: world.help,
      intervals: intervalsFor(check, {
        rules: world.corpus.rules,
        product: transcript.header.product,
        asOf: world.plan.as_of,
      }),
      judge: world.corpus.judge,
    }),
  );
}

/** Requires the scan's corpus: windows, questions and their context come from it. */
function refuseOtherCorpus(path: string, plan: ScanPlan, corpus: Corpus): void {
  const { scenarios, checks, lexicons, rules, reference, help_lines } = corpus.partHashes;
  const mine = fingerprintOf({ scenarios, checks, lexicons, rules, reference, help_lines }).parts;
  const changed = Object.keys(mine).filter((part) => plan.fingerprints.scoring.parts[part] !== mine[part]);
  if (changed.length > 0) throw apiErrors.IB_CORPUS_CHANGED(path, changed);
}
