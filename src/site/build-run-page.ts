import { abilityLines } from "../domain/models.ts";
import { compareText } from "../kernel/order.ts";
import { knownCostUsd } from "../measure/call-count.ts";
import type { JournalTotals } from "../measure/journal-totals.ts";
import { estimateWork, type PlannedWork } from "../measure/work-estimate.ts";
import type { ModelId, RunId, TranscriptId } from "../schema/ids.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";

export type RunState = "planned" | "running" | "finished" | "interrupted";
/** A run with its scans, during the run and afterwards. */
export type RunPage = ReturnType<typeof buildRunPage>;
export type RunStage = ReturnType<typeof runStage> | ReturnType<typeof scanStage>;

export interface RunFacts {
  readonly runId: RunId;
  readonly plan: StoredRunPlan;
  readonly journal: JournalTotals;
  /** State of the run and its scans: running while a living process holds the lock. */
  readonly state: RunState;
  /** Transcripts on disk, by model. */
  readonly transcripts: ReadonlyMap<ModelId, readonly TranscriptId[]>;
  /** `null` until the run ends. */
  readonly incomplete: number | null;
  readonly scans: readonly ScanProgress[];
}

export interface ScanProgress {
  readonly scanId: RunId;
  readonly plan: ScanPlan;
  readonly journal: JournalTotals;
  readonly isFinished: boolean;
}

/** Builds plan against actual, during the run and afterwards. */
export function buildRunPage(facts: RunFacts) {
  const { plan, runId } = facts;
  const isHeld = facts.state === "running";
  const stages = [runStage(facts, isHeld), ...facts.scans.map((scan) => scanStage(scan, isHeld))];
  return {
    run_id: runId,
    ...(plan.label === undefined ? {} : { label: plan.label }),
    state: facts.state,
    simulated: plan.models.some(({ simulated }) => simulated),
    private: plan.corpus.private ?? false,
    harness: plan.harness,
    ...(plan.can === undefined ? {} : { can: abilityLines(plan.can) }),
    corpus_version: plan.corpus.version,
    repeats: plan.harness === "import" ? 1 : plan.repeats,
    scenarios:
      plan.harness === "import"
        ? new Set(plan.conversations.map(({ scenario_id }) => scenario_id)).size
        : plan.scenarios.length,
    stages,
  };
}

function runStage({ runId, plan, journal, transcripts, incomplete }: RunFacts, isHeld: boolean) {
  const perModel = plan.totals.conversations / plan.models.length;
  const router = plan.harness === "import" ? undefined : plan.router;
  const calls = plan.harness === "import" ? 0 : plan.totals.turns + (router?.estimate?.calls ?? 0);
  const done = [...transcripts.values()].reduce((sum, ids) => sum + ids.length, 0);
  const isImport = plan.harness === "import";
  const state: RunState = isImport ? "finished" : stateOf(journal, isHeld, incomplete !== null);
  return {
    stage: "run" as const,
    id: runId,
    state,
    remaining_ms: remainingMs(journal, calls, state === "running"),
    asks: [
      ...plan.models.map(({ model_id }) => model_id),
      ...(router === undefined ? [] : [`branches by ${router.model_id}`]),
    ].join(", "),
    planned: {
      units: plan.totals.conversations,
      calls_low: calls,
      calls_expected: calls,
      calls_high: calls,
      cost_usd: plannedCost({ run: isImport ? null : plan, scan: null }),
    },
    done: { units: done, incomplete },
    ...measured(
      journal,
      [...plan.models, ...(router === undefined ? [] : [router])].every(({ simulated }) => simulated),
    ),
    by_model: plan.models.map(({ model_id }) => ({
      model_id,
      planned: isImport
        ? plan.conversations.filter((conversation) => conversation.model_id === model_id).length
        : perModel,
      done: transcripts.get(model_id)?.length ?? 0,
      calls: journal.byModel.get(model_id)?.sent ?? 0,
      failed: journal.byModel.get(model_id)?.failed ?? 0,
    })),
  };
}

function scanStage({ scanId, plan, journal, isFinished }: ScanProgress, isHeld: boolean) {
  const { min, expected, max } = plan.planned_llm_calls;
  const state = stateOf(journal, isHeld, isFinished);
  return {
    stage: "scan" as const,
    id: scanId,
    state,
    remaining_ms: remainingMs(journal, expected, state === "running"),
    asks: plan.judge?.model_id ?? "word lists",
    planned: {
      units: plan.transcripts.length,
      calls_low: min,
      calls_expected: expected,
      calls_high: max,
      cost_usd: plannedCost({ run: null, scan: plan }),
    },
    done: { units: isFinished ? plan.transcripts.length : null, incomplete: null },
    ...measured(journal, plan.judge?.simulated ?? false),
    by_model: [],
  };
}

/** Simulated replies have no price in the journal; they cost nothing. */
function measured(journal: JournalTotals, isFree: boolean) {
  return {
    calls: {
      sent: journal.sent,
      replied: journal.replied,
      failed: journal.failed,
      in_flight: journal.inFlight + journal.lostInFlight,
      retries: journal.retries,
      from_cache: journal.fromCache,
      usage: journal.usage,
      cost_usd: isFree ? 0 : knownCostUsd(journal),
    },
    errors: [...journal.failures]
      .map(([cause, group]) => ({ cause: cause.replaceAll("_", " "), ...group }))
      .sort((a, b) => b.count - a.count || compareText(a.cause, b.cause)),
    started_at: journal.startedAt,
    last_at: journal.lastAt,
    elapsed_ms: Math.round(journal.wallTimeMs),
    alarm: alarmOf(journal),
    legs: journal.legs,
  };
}

const FEWEST_FOR_PACE = 10;

/** The remaining time at the pace so far; null if there is no pace yet, or no process is working. */
export function remainingMs(
  journal: JournalTotals,
  expectedCalls: number,
  isRunning: boolean,
): number | null {
  const answered = journal.replied + journal.failed;
  if (!isRunning || answered < FEWEST_FOR_PACE) return null;
  return Math.round((journal.wallTimeMs / answered) * Math.max(0, expectedCalls - answered));
}

const FEWEST_FOR_ALARM = 5;
const SHARE_FOR_ALARM = 0.2;

/** A warning while stopping can still save money. */
export function alarmOf({ replied, failed, failures }: JournalTotals): string | null {
  const answered = replied + failed;
  if (failed < FEWEST_FOR_ALARM || failed < SHARE_FOR_ALARM * answered) return null;
  const [cause] = [...failures].toSorted(([, a], [, b]) => b.count - a.count)[0] ?? [];
  const most = cause === undefined ? "" : ` Most often: ${cause.replaceAll("_", " ")}.`;
  return `${failed} of ${answered} calls failed.${most} What is lost stays open, and never counts as a pass.`;
}

function stateOf({ legs, closed }: JournalTotals, isHeld: boolean, isFinished: boolean): RunState {
  if (legs === 0) return "planned";
  if (closed === null && isHeld) return "running";
  return isFinished ? "finished" : "interrupted";
}

/** `null` if any model's price is unknown. */
function plannedCost(work: PlannedWork): number | null {
  const { cost_usd, unpriced } = estimateWork(work);
  return unpriced.length > 0 ? null : cost_usd.expected;
}
