import { join } from "node:path";
import { calibrateErrors } from "../../calibrate/errors.ts";
import { type FlipRates, flipRates, sampleConversations } from "../../calibrate/judge-repeatability.ts";
import { createVoteCollector, type VoteWorth } from "../../calibrate/vote-worth.ts";
import { differingParts } from "../../domain/fingerprints.ts";
import { verdictKey } from "../../domain/keys.ts";
import { isFilesName } from "../../domain/models.ts";
import type { Spent, WorkEstimate } from "../../domain/number-words.ts";
import { fingerprintOf, hashOf } from "../../kernel/hash.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import { Fingerprint } from "../../schema/fingerprint.ts";
import { RunId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Losses } from "../../schema/scan/seal.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import { CALIBRATION_NAME } from "../../store/layout.ts";
import { jointScanId, type ScanInput, type ScanSource } from "../../store/scan-source.ts";
import { openScansFolder, type ScanStore } from "../../store/scan-store.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import type { ScanOptions } from "../bench-options.ts";
import { type Control, wholeControl } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { judgedAlone, openScan } from "../open-scan.ts";
import { nameRun } from "../runs/name-run.ts";
import { scanFromSource } from "../scan.ts";

export interface JudgedAgain {
  readonly directory: string;
  readonly plan: ScanPlan;
  /** Failed judge calls; `null` after a dry run. */
  readonly lost: Losses | null;
  /** Verdicts on every transcript and check; `null` after a dry run. */
  readonly verdicts: readonly VerdictRow[] | null;
  readonly estimate: WorkEstimate;
  readonly spent: Spent | null;
}

/**
 * Sends some transcripts through the same planning, journal, votes and evidence as any scan. The same settings
 * continue the same scan. Fresh votes start a new scan each time and reuse no earlier reply. A retry of failed calls
 * continues the last scan.
 */
export async function judgeAgain(
  context: BenchContext,
  input: {
    readonly transcripts: readonly Transcript[];
    /** Runs that the transcripts come from; absent for the corpus's own texts. */
    readonly runs?: ScanInput["runs"];
    readonly options: ScanOptions;
    readonly fresh: boolean;
  },
  control: Required<Control>,
): Promise<JudgedAgain> {
  const { judge, batch } = input.options;
  const isByFiles = typeof judge === "string" && isFilesName(judge);
  if (input.fresh && (batch || isByFiles)) throw apiErrors.IB_FRESH_VOTES_LATER();
  const path = join(context.results, CALIBRATION_NAME);
  const mode = input.options.dryRun ? "read" : "write";
  const folder = await openScansFolder(path, mode, lockOptions(context, input.options));
  try {
    const earlier = input.fresh && input.options.retryLost ? await folder.planned() : [];
    const nameOf = (plan: ScanPlan) => {
      if (!input.fresh) return jointScanId(plan);
      // Retries failed calls in the last scan that was made with these settings.
      const last = earlier.findLast((each) => jointScanId(each.plan) === jointScanId(plan));
      return last?.scanId ?? RunId.parse(nameRun(context.clock.now()));
    };
    const home = transcriptSource(input, (plan) => folder.scan(nameOf(plan)));
    const options = input.fresh ? { ...input.options, cache: false } : input.options;
    // Regard and duties are not checks: their answers would be paid for and thrown away.
    const corpus = async () => ({ ...(await context.corpus()), regard: null, duties: null });
    const result = await scanFromSource(home, { ...context, corpus }, options, control);
    const { directory, plan, summary, seal, estimate, spent } = result;
    if (summary === null) return { directory, plan, lost: null, verdicts: null, estimate, spent };
    const scan = folder.scan(result.scanId);
    const verdicts = await Array.fromAsync(scan.readVerdicts());
    return { directory, plan, lost: seal?.lost ?? null, verdicts, estimate, spent };
  } finally {
    await folder.close();
  }
}

function transcriptSource(
  { transcripts, runs }: { readonly transcripts: readonly Transcript[]; readonly runs?: ScanInput["runs"] },
  scanFor: (plan: ScanPlan) => ScanStore,
): ScanSource {
  const byId = new Map(transcripts.map((transcript) => [transcript.header.transcript_id, transcript]));
  return {
    name: CALIBRATION_NAME,
    runs: [],
    isSimulated: async () => transcripts.every(({ header }) => header.simulated),
    isImported: async () => transcripts.some(({ header }) => header.harness === "import"),
    material: async () => ({
      ids: transcripts.map(({ header }) => header.transcript_id),
      fingerprint: Fingerprint.parse(fingerprintOf({ transcripts: transcripts.map(hashOf) })),
      ...(runs === undefined ? {} : { runs }),
    }),
    readTranscript: async (id) => {
      const transcript = byId.get(id);
      if (transcript === undefined) throw new Error(`${id} is not among the transcripts`);
      return transcript;
    },
    scanFor,
  };
}

export type RepeatOptions = Pick<
  ScanOptions,
  "scenarioParallel" | "maxConnections" | "maxCostUsd" | "dryRun" | "takeOver" | "retryLost"
> & {
  /** Share of each model's conversations. @default 0.1 */
  readonly share?: number;
  /** Seed of the draw. @default 0 */
  readonly seed?: number;
  /** The scan's judge, if it was a client of your own. @default opened by its name */
  readonly judge?: ModelClient;
};

export interface RepeatCalibration extends Omit<JudgedAgain, "verdicts"> {
  readonly judge: string;
  readonly conversations: number;
  /** `null` after a dry run. */
  readonly flips: FlipRates | null;
  /** Worth of the scan's votes on a question, by their number; `null` after a dry run. */
  readonly votes: readonly VoteWorth[] | null;
}

const DEFAULT_SHARE = 0.1;

/** Judges a sample of a scan's conversations again, with the same settings and fresh votes: differences are chance. */
export async function calibrateRepeat(
  context: BenchContext,
  path: string,
  options: RepeatOptions = {},
  control: Control = {},
): Promise<RepeatCalibration> {
  const { share = DEFAULT_SHARE, seed = 0, judge: ownJudge, ...spending } = options;
  const whole = wholeControl(control);
  const { run, scan } = await judgedAlone(path, openScan(context, path));
  const before = await scan.readPlan();
  if (before.judge === null) throw calibrateErrors.IB_SCORING_CHANGED(scan.directory, "it asked no judge");
  const complete = before.transcripts.filter((transcript) => transcript.complete);
  const sample = sampleConversations(complete, { share, seed });
  const transcripts = await Promise.all(sample.map(({ transcript_id }) => run.readTranscript(transcript_id)));
  const runs = await Promise.all(
    run.runs.map(async (source) => ({
      run_id: source.runId,
      transcripts: (await source.readRunPlan()).fingerprint.hash,
    })),
  );
  const approve: typeof whole.approve = async (estimate, work) => {
    if (work.scan !== null) refuseOtherScoring(scan.directory, before, work.scan);
    await whole.approve(estimate, work);
  };
  const votes = new Set(Object.values(before.votes).map(({ repetitions }) => repetitions));
  votes.delete(0);
  const [repetitions, ...others] = votes;
  const { verdicts, ...rest } = await judgeAgain(
    context,
    {
      transcripts,
      runs,
      options: {
        ...spending,
        judge: ownJudge ?? before.judge.model_id,
        profile: before.profile,
        checks: before.checks,
        scales: before.scales ?? true,
        // Asks each check as often as the scan did if all had the same number of votes; otherwise as often as
        // its own setting says.
        ...(repetitions === undefined || others.length > 0 ? {} : { repetitions }),
        votes: before.policy,
      },
      fresh: true,
    },
    { ...whole, approve },
  );
  const judge = before.judge.model_id;
  const conversations = sample.length;
  if (verdicts === null) return { judge, ...rest, conversations, flips: null, votes: null };
  const drawn = new Set(sample.map(({ transcript_id }) => transcript_id));
  const first = new Map<string, VerdictRow>();
  const worth = createVoteCollector(before, (await context.corpus()).checks, null);
  for await (const row of scan.readVerdicts()) {
    worth.add(row);
    if (drawn.has(row.transcript_id)) first.set(verdictKey(row.transcript_id, row.mode_id), row);
  }
  const repeated = verdicts.flatMap((row) => {
    const was = first.get(verdictKey(row.transcript_id, row.mode_id));
    if (was === undefined || (was.details.votes.length === 0 && row.details.votes.length === 0)) return [];
    const { transcript_id, mode_id } = row;
    return [{ transcript_id, mode_id, first: was.verdict, second: row.verdict }];
  });
  return { judge, ...rest, conversations, flips: flipRates(repeated), votes: worth.finish() };
}

/** Refuses another scoring: a difference would then come from us, not from chance. */
function refuseOtherScoring(directory: string, before: ScanPlan, now: ScanPlan): void {
  const changed = differingParts(before.fingerprints.scoring.parts, now.fingerprints.scoring.parts);
  if (changed.length > 0)
    throw calibrateErrors.IB_SCORING_CHANGED(directory, `${changed.join(", ")} changed since`);
}
