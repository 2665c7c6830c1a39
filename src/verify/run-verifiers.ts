import type { Executor } from "../executor/executor.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { Check } from "../schema/check.ts";
import type { CheckId, TranscriptId } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import type { CheckLexicons } from "../text/question-windows.ts";
import { createVerifiers } from "./dispatch.ts";
import { createJudgePanel } from "./judge-panel.ts";
import { verifyTranscript } from "./verify-transcript.ts";

/** Everything said about one transcript. */
export interface VerifiedTranscript {
  readonly planned: PlannedTranscript;
  readonly transcript: Transcript;
  readonly rows: readonly VerdictRow[];
}

/** ScanPlan → VerdictResult[], one transcript after another in the order of the plan. */
export function runVerifiers(
  input: {
    readonly plan: ScanPlan;
    readonly corpus: {
      readonly scenarios: ReadonlyMap<string, Scenario>;
      readonly checks: ReadonlyMap<CheckId, Check>;
      readonly lexicons: CheckLexicons;
      readonly judge: JudgeConfig;
    };
    readonly matcher: LexiconMatcher;
    readonly judge: RecordedModel | null;
    readonly executor: Executor;
    readonly readTranscript: (id: TranscriptId) => Promise<Transcript>;
  },
  signal: AbortSignal,
): AsyncIterable<VerifiedTranscript> {
  const { plan, corpus, matcher } = input;
  // The plan decides: a profile that asks no judge asks none, though one may be at hand.
  const judge = plan.judge === null ? null : input.judge;
  const panel = judge === null ? null : createJudgePanel(judge, corpus.judge);
  const verifiers = createVerifiers({ matcher, lexicons: corpus.lexicons, panel });
  const tasks = plan.transcripts.map((planned) => ({ id: planned.transcript_id, input: planned }));

  const handler = async (
    planned: PlannedTranscript,
    taskSignal: AbortSignal,
  ): Promise<VerifiedTranscript> => {
    const transcript = await input.readTranscript(planned.transcript_id);
    const scenario = corpus.scenarios.get(transcript.header.scenario_id) ?? null;
    const rows = await verifyTranscript(
      { plan, planned, transcript, scenario, checks: corpus.checks, judge: corpus.judge, verifiers },
      taskSignal,
    );
    return { planned, transcript, rows };
  };
  return input.executor.run({ kind: "verify", tasks, handler }, signal);
}
