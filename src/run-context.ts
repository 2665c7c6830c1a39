/** What the pipeline is given to work with, and what it tells while it works. */
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

/** What the pipeline works with: one corpus, one run directory, and the world around them. */
export interface RunContext {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly store: RunStore;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly follow: Follow;
  /** Asked before anything is written and before the first paid call; throws to decline. */
  readonly approve: (work: PlannedWork, done?: WorkDone) => Promise<void>;
  /** Told what earlier legs of the same work may have cost, for each journal by the folder that it lies in; and how many of its calls are in batches that are fetched. */
  readonly spentEarlier: (journal: string, usd: number, toTakeUp?: number) => void;
  /** Mean tokens of a reply in earlier runs, or of an answer in earlier scans, by model. */
  readonly measured: ReadonlyMap<string, MeasuredTokens>;
  /** Beside or instead of the corpus's own. */
  readonly prices: readonly ModelPrice[];
}

/** How work is done whose calls others make: when a task may be done here, and where its calls are found. */
export interface ByWorkers {
  readonly executor: Executor;
  /** What they have is brought home, and found there. */
  readonly callsOf: (home: CallLog) => CallsElsewhere;
}

/** Calls that workers make, as whoever keeps the run's journal sees them. */
export interface CallsElsewhere {
  readonly log: CallLog;
  /** Resolves when every line that there is of them is in the run's own journal. */
  collectResults(): Promise<void>;
}

/** What judging works with: where the transcripts are. */
export interface ScanContext extends Omit<RunContext, "store"> {
  readonly home: ScanSource;
  /** Lets others ask the judges of a plan, while it is done here what is given. @default nobody else does */
  readonly runOnFleet?: AmongWorkers;
}

export type AmongWorkers = <Result>(
  work: {
    readonly scan: ScanStore;
    readonly plan: ScanPlan;
    /** Whether there was such a scan already. */
    readonly isBegun: boolean;
  },
  judge: (by: ByWorkers) => Promise<Result>,
) => Promise<Result>;

/** Conversations to be had. */
export interface RunWork {
  readonly plan: RunPlan;
  readonly models: readonly ModelClient[];
  /** Where the plan has one. */
  readonly router?: ModelClient | undefined;
  readonly maxCostUsd?: number;
  /** Asks again what was lost. */
  readonly retryLost?: boolean;
  /** Cancels one model alone, by its name. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
  /** @default the calls are made here */
  readonly fleetRun?: ByWorkers;
}

/** What became of a run. */
export interface RunOutcome {
  readonly plan: RunPlan;
  /** Conversations in which a reply could not be had. */
  readonly incomplete: number;
  /** What was said when replies were lost, the commonest reason first. */
  readonly lostBecause: readonly string[];
  /** Over all legs. */
  readonly spent: Spent;
}

/** What reports found, for whoever prints it. */
export interface Reported {
  /** The path of the HTML report. */
  readonly report: string;
  readonly openGates: readonly OpenGate[];
  /** The failure to read first; `null` where nothing failed. */
  readonly firstFailure: VerdictRow | null;
}

/** What became of a scan. */
export interface ScanOutcome {
  readonly plan: ScanPlan;
  /** Nothing is there after a dry run. */
  readonly scan: ScanStore;
  /** `null` after a dry run, and so are the rest. */
  readonly summary: Summary | null;
  readonly rates: BlindspotRates | null;
  readonly reported: Reported | null;
  /** What the evidence is, how old and how whole. */
  readonly seal: Seal | null;
  /** Over all legs. */
  readonly spent: Spent | null;
}

/** Something that happened while work went on, for whoever follows it. */
export type WorkEvent =
  /** How much there is to do: conversations for each model, or transcripts to judge for one judge. */
  | {
      readonly kind: "planned";
      readonly stage: "run" | "scan";
      readonly total: Readonly<Record<string, number>>;
      /** What earlier legs are known to have cost, in US dollars by model; `null` where nobody knows. */
      readonly spentUsd?: Readonly<Record<string, number | null>>;
    }
  /** A line that is now in the journal: a call was sent, came back or failed. */
  | { readonly kind: "call"; readonly stage: "run" | "scan"; readonly entry: JournalEntry }
  | ({ readonly kind: "finished"; readonly stage: "run" | "scan"; readonly of: string } & Finished)
  /** A call that takes so long that a person should know. */
  | { readonly kind: "slow"; readonly call: string; readonly seconds: number }
  /** A model does what a person should know while it goes on; told once for each. */
  | { readonly kind: "warned"; readonly stage: "run" | "scan"; readonly of: string; readonly text: string };

/** A conversation had, or a transcript judged. */
export interface Finished {
  readonly id: string;
  readonly complete: boolean;
}

export type Follow = (event: WorkEvent) => void;

/** A log whose lines are told to a follower once they are safe. */
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
