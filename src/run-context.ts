/** Inputs of the pipeline, and the events that it emits. */
import type { Corpus } from "./corpus/corpus.ts";
import type { Spent } from "./domain/number-words.ts";
import type { Executor } from "./executor/executor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { OpenGate } from "./measure/open-gates.ts";
import type { MeasuredTokens } from "./measure/stage-costs.ts";
import type { PlannedWork, WorkDone } from "./measure/work-estimate.ts";
import type { ModelClient } from "./providers/model-client.ts";
import type { CallLog } from "./providers/recorded-model.ts";
import { OVER_THE_CAP } from "./providers/reported-usage.ts";
import type { ModelPrice } from "./schema/corpus/model-catalog.ts";
import type { JournalEntry } from "./schema/run/journal.ts";
import type { RunPlan } from "./schema/run/run-plan.ts";
import type { ScanPlan } from "./schema/scan/scan-plan.ts";
import type { Seal } from "./schema/scan/seal.ts";
import type { BlindspotRates, Summary } from "./schema/scan/summary.ts";
import type { VerdictRow } from "./schema/scan/verdict.ts";
import type { RunStore } from "./store/run-store.ts";
import type { ScanSource } from "./store/scan-source.ts";
import type { ScanStore } from "./store/scan-store.ts";
import type { LexiconMatcher } from "./text/match/lexicon-matcher.ts";

/** Inputs of the pipeline: one corpus, one run directory, and its environment. */
export interface RunContext {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly store: RunStore;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly follow: Follow;
  /** Called before anything is written and before the first paid call; throws to decline. */
  readonly approve: (work: PlannedWork, done?: WorkDone) => Promise<void>;
  /**
   * Called with the possible cost of earlier invocations of the same work. Gets each journal by its folder, and the
   * number of its calls in batches still to be fetched.
   */
  readonly spentEarlier: (journal: string, usd: number, toTakeUp?: number) => void;
  /** Mean tokens of a reply in earlier runs, or of an answer in earlier scans, by model. */
  readonly measured: ReadonlyMap<string, MeasuredTokens>;
  /** Prices in addition to the corpus's own, or overriding them. */
  readonly prices: readonly ModelPrice[];
}

/** Coordination with workers that make the calls: when a task may run here, and where its calls are found. */
export interface ByWorkers {
  readonly executor: Executor;
  /** Collects the workers' results into the given log and finds them there. */
  readonly callsOf: (home: CallLog) => CallsElsewhere;
}

/** Calls by workers, as seen by the owner of the run's journal. */
export interface CallsElsewhere {
  readonly log: CallLog;
  /** Resolves when all existing results are in the run's own journal. */
  collectResults(): Promise<void>;
}

/** Inputs of judging, including the source of the transcripts. */
export interface ScanContext extends Omit<RunContext, "store"> {
  readonly home: ScanSource;
  /** Lets workers ask the judges of a plan, while this process handles the available results. @default no workers */
  readonly runOnFleet?: AmongWorkers;
}

export type AmongWorkers = <Result>(
  work: {
    readonly scan: ScanStore;
    readonly plan: ScanPlan;
    /** Whether the scan existed before. */
    readonly isBegun: boolean;
  },
  judge: (by: ByWorkers) => Promise<Result>,
) => Promise<Result>;

/** Conversations to run. */
export interface RunWork {
  readonly plan: RunPlan;
  readonly models: readonly ModelClient[];
  /** Set if the plan has a router. */
  readonly router?: ModelClient | undefined;
  readonly maxCostUsd?: number;
  /** Retries lost calls. */
  readonly retryLost?: boolean;
  /** Cancels single models, by name. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
  /** @default the calls are made here */
  readonly fleetRun?: ByWorkers;
}

/** Result of a run. */
export interface RunOutcome {
  readonly plan: RunPlan;
  /** Number of conversations with a missing reply. */
  readonly incomplete: number;
  /** Reasons for lost replies, most frequent first. */
  readonly lostBecause: readonly string[];
  /** Over all invocations. */
  readonly spent: Spent;
}

/** Report paths and findings, for printing. */
export interface Reported {
  /** The path of the HTML report. */
  readonly report: string;
  readonly openGates: readonly OpenGate[];
  /** The failure to read first; `null` without failures. */
  readonly firstFailure: VerdictRow | null;
}

/** Result of a scan. */
export interface ScanOutcome {
  readonly plan: ScanPlan;
  /** Empty after a dry run. */
  readonly scan: ScanStore;
  /** `null` after a dry run, as are the fields below. */
  readonly summary: Summary | null;
  readonly rates: BlindspotRates | null;
  readonly reported: Reported | null;
  /** The seal: identity, age and completeness of the evidence. */
  readonly seal: Seal | null;
  /** Over all invocations. */
  readonly spent: Spent | null;
}

/** An event during work, for its followers. */
export type WorkEvent =
  /** The amount of work: conversations for each model, or transcripts for one judge. */
  | {
      readonly kind: "planned";
      readonly stage: "run" | "scan";
      readonly total: Readonly<Record<string, number>>;
      /** Known cost of earlier invocations, in US dollars by model; `null` if unknown. */
      readonly spentUsd?: Readonly<Record<string, number | null>>;
    }
  /** A line that is now in the journal: a call was sent, returned or failed. */
  | { readonly kind: "call"; readonly stage: "run" | "scan"; readonly entry: JournalEntry }
  | ({ readonly kind: "finished"; readonly stage: "run" | "scan"; readonly of: string } & Finished)
  /** A call that takes unusually long. */
  | { readonly kind: "slow"; readonly call: string; readonly seconds: number }
  /** A warning about a model during work; emitted once for each. */
  | { readonly kind: "warned"; readonly stage: "run" | "scan"; readonly of: string; readonly text: string };

/** A completed conversation, or a judged transcript. */
export interface Finished {
  readonly id: string;
  readonly complete: boolean;
}

export type Follow = (event: WorkEvent) => void;

/** Calls the follower after each journal entry is on disk. */
export function withListener(log: CallLog, stage: "run" | "scan", follow: Follow): CallLog {
  const modelOf = new Map<string, string>();
  const warned = new Set<string>();
  return {
    find: (unit) => log.find(unit),
    inBatch: (unit) => log.inBatch?.(unit),
    get recordedBatches() {
      return log.recordedBatches ?? new Set<string>();
    },
    append: async (entry) => {
      await log.append(entry);
      follow({ kind: "call", stage, entry });
      if (entry.event === "sent") modelOf.set(entry.unit, entry.call.model_id);
      if (entry.event !== "replied" && entry.event !== "failed") return;
      const of = modelOf.get(entry.unit) ?? "";
      modelOf.delete(entry.unit);
      if (entry.event === "failed" || entry.warnings?.includes(OVER_THE_CAP) !== true || warned.has(of))
        return;
      warned.add(of);
      follow({ kind: "warned", stage, of, text: OVER_THE_CAP });
    },
  };
}
