import { type FlipRates, flipRates } from "../calibrate/flip-rates.ts";
import { sampleConversations } from "../calibrate/sample-conversations.ts";
import { ScoringChangedError } from "../calibrate/scoring-changed-error.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import { RunRedactedError } from "../store/run-redacted-error.ts";
import type { Control, ScanOptions } from "./bench-options.ts";
import { judgeAnew } from "./judge-anew.ts";
import { openScan } from "./open-scan.ts";
import type { Workshop } from "./workshop.ts";

export type RepeatOptions = Pick<
  ScanOptions,
  "scenarioParallel" | "maxConnections" | "maxCostUsd" | "dryRun"
> & {
  /** Of each model's conversations. @default 0.1 */
  readonly share?: number;
  /** Draws them. @default 0 */
  readonly seed?: number;
};

export interface RepeatCalibration {
  readonly judge: string;
  readonly directory: string;
  readonly plan: ScanPlan;
  readonly conversations: number;
  /** `null` after a dry run. */
  readonly flips: FlipRates | null;
}

const DEFAULT_SHARE = 0.1;

/** A sample of a scan's conversations judged once more, alike but with fresh votes: what differs is chance. */
export async function calibrateRepeat(
  workshop: Workshop,
  path: string,
  options: RepeatOptions,
  control: Control,
): Promise<RepeatCalibration> {
  const { share = DEFAULT_SHARE, seed = 0, ...spending } = options;
  const { run, scan } = await openScan(workshop, path);
  const before = await scan.readPlan();
  if (before.judge === null) throw new ScoringChangedError(scan.directory, "it asked no judge");
  const complete = before.transcripts.filter((transcript) => transcript.complete);
  const sample = sampleConversations(complete, { share, seed });
  const transcripts = await Promise.all(sample.map(({ transcript_id }) => run.readTranscript(transcript_id)));
  if (transcripts.some(({ header }) => header.redacted)) throw new RunRedactedError(scan.directory);
  const approve: Control["approve"] = async (plan) => {
    if ("fingerprints" in plan) refuseOtherScoring(scan.directory, before, plan);
    await control.approve?.(plan);
  };
  const votes = new Set(Object.values(before.votes).map(({ repetitions }) => repetitions));
  votes.delete(0);
  const [repetitions, ...others] = votes;
  const { verdicts, ...rest } = await judgeAnew(
    workshop,
    {
      transcripts,
      options: {
        ...spending,
        judge: before.judge.model_id,
        profile: before.profile,
        checks: before.checks,
        // Where every check had as many votes they may have been asked for; else they are the checks' own.
        ...(repetitions === undefined || others.length > 0 ? {} : { repetitions }),
      },
      fresh: true,
    },
    { ...control, approve },
  );
  const judge = before.judge.model_id;
  const conversations = sample.length;
  if (verdicts === null) return { judge, ...rest, conversations, flips: null };
  const drawn = new Set(sample.map(({ transcript_id }) => transcript_id));
  const first = new Map<string, VerdictRow>();
  for await (const row of scan.readVerdicts()) {
    if (drawn.has(row.transcript_id)) first.set(`${row.transcript_id}#${row.mode_id}`, row);
  }
  const repeated = verdicts.flatMap((row) => {
    const was = first.get(`${row.transcript_id}#${row.mode_id}`);
    if (was === undefined || (was.details.votes.length === 0 && row.details.votes.length === 0)) return [];
    const { transcript_id, mode_id } = row;
    return [{ transcript_id, mode_id, first: was.verdict, second: row.verdict }];
  });
  return { judge, ...rest, conversations, flips: flipRates(repeated) };
}

/** What differs would be ours and not chance. */
function refuseOtherScoring(directory: string, before: ScanPlan, now: ScanPlan): void {
  const parts = { before: before.fingerprints.scoring.parts, now: now.fingerprints.scoring.parts };
  const changed = [...new Set([...Object.keys(parts.before), ...Object.keys(parts.now)])].filter(
    (part) => parts.before[part] !== parts.now[part],
  );
  if (changed.length > 0) throw new ScoringChangedError(directory, `${changed.join(", ")} changed since`);
}
